/// An identity provider whose users may sign in, and what is believed of what it says.
///
/// ```swift
/// configuration.providers = [
///     .google(clientIDs: ["1234-ios.apps.googleusercontent.com", "1234-web.apps.googleusercontent.com"]),
///     .apple(clientIDs: ["com.example.app"]),
///     .openID("oidc.staff", issuer: "https://sso.example.com", clientIDs: ["app"], emailTrust: .always),
/// ]
/// ```
///
/// The lenient profile believes every provider without asking, as the official emulator does.
public struct ProviderConfiguration: Sendable, Hashable {
    /// The provider's name on the wire, for example `google.com` or `oidc.staff`, in lower case.
    public var providerID: String
    /// Who issues the provider's tokens: where its keys are found, and what `iss` says.
    public var issuer: String
    /// Other spellings of ``issuer`` that tokens may carry.
    public var otherIssuers: [String] = []
    /// Where the keys are; `nil` asks the issuer's discovery document.
    public var keysURL: String?
    /// The identifiers that the provider gave to this project's apps; a token must be meant for one of them.
    public var clientIDs: [String]
    /// When the provider's word about an address is taken.
    public var emailTrust: ProviderEmailTrust
    /// Whether a token that carries a nonce is accepted from a client that sends none.
    ///
    /// Defaults to no. Google's own SDK for Apple platforms makes a nonce that the app never sees.
    public var acceptsUnknownNonce = false
    /// The page at which users sign in, for flows in a browser; `nil` if there are none.
    public var authorizationEndpoint: String?

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - providerID: The provider's name on the wire; kept in lower case.
    ///   - issuer: Who issues the provider's tokens: HTTPS, or plain HTTP to this machine.
    ///   - clientIDs: The identifiers that the provider gave to this project's apps.
    ///   - emailTrust: When the provider's word about an address is taken. Defaults to never.
    public init(
        providerID: String,
        issuer: String,
        clientIDs: [String],
        emailTrust: ProviderEmailTrust = .never
    ) {
        self.providerID = providerID.lowercased()
        self.issuer = issuer
        self.clientIDs = clientIDs
        self.emailTrust = emailTrust
    }

    /// Google, whose word is final for its own addresses, those of Gmail and of a Workspace.
    ///
    /// - Parameter clientIDs: The client identifiers of all apps of the project.
    /// - Returns: The configuration.
    public static func google(clientIDs: [String]) -> ProviderConfiguration {
        var google = ProviderConfiguration(
            providerID: "google.com",
            issuer: "https://accounts.google.com",
            clientIDs: clientIDs,
            emailTrust: .domains(["gmail.com", "googlemail.com"], includesHostedDomains: true)
        )
        google.otherIssuers = ["accounts.google.com"]
        google.acceptsUnknownNonce = true
        google.authorizationEndpoint = "https://accounts.google.com/o/oauth2/v2/auth"
        return google
    }

    /// Apple, whose word about an address is final.
    ///
    /// - Parameter clientIDs: The apps' bundle identifiers, and the services identifiers of web sites.
    /// - Returns: The configuration.
    public static func apple(clientIDs: [String]) -> ProviderConfiguration {
        ProviderConfiguration(
            providerID: "apple.com",
            issuer: "https://appleid.apple.com",
            clientIDs: clientIDs,
            emailTrust: .always
        )
    }

    /// Facebook's Limited Login, whose tokens say nothing of whether an address was checked.
    ///
    /// - Parameter appIDs: The apps' identifiers.
    /// - Returns: The configuration.
    public static func facebookLimitedLogin(appIDs: [String]) -> ProviderConfiguration {
        var facebook = ProviderConfiguration(
            providerID: "facebook.com",
            issuer: "https://www.facebook.com",
            clientIDs: appIDs
        )
        facebook.otherIssuers = ["https://facebook.com"]
        facebook.keysURL = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
        return facebook
    }

    /// A directory of Microsoft's, whose word is final for the domains that belong to it.
    ///
    /// - Parameters:
    ///   - directory: The directory's identifier, not `common`: anybody may have one of those.
    ///   - clientIDs: The apps' identifiers.
    ///   - domains: The domains of the directory's addresses. Defaults to none.
    /// - Returns: The configuration.
    public static func microsoft(
        directory: String,
        clientIDs: [String],
        domains: Set<String> = []
    ) -> ProviderConfiguration {
        let issuer = "https://login.microsoftonline.com/\(directory)"
        var microsoft = ProviderConfiguration(
            providerID: "microsoft.com",
            issuer: issuer + "/v2.0",
            clientIDs: clientIDs,
            emailTrust: .domains(domains)
        )
        microsoft.authorizationEndpoint = issuer + "/oauth2/v2.0/authorize"
        return microsoft
    }

    /// Any OpenID provider.
    ///
    /// - Parameters:
    ///   - providerID: Its name on the wire, which begins with `oidc.`.
    ///   - issuer: Its issuer: HTTPS, or plain HTTP to this machine.
    ///   - clientIDs: The apps' identifiers.
    ///   - emailTrust: When its word about an address is taken. Defaults to never.
    /// - Returns: The configuration.
    public static func openID(
        _ providerID: String,
        issuer: String,
        clientIDs: [String],
        emailTrust: ProviderEmailTrust = .never
    ) -> ProviderConfiguration {
        ProviderConfiguration(providerID: providerID, issuer: issuer, clientIDs: clientIDs, emailTrust: emailTrust)
    }
}
