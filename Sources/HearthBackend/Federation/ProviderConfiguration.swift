public import HearthTokens

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
public struct ProviderConfiguration: Sendable {
    /// The provider's name on the wire, for example `google.com` or `oidc.staff`, in lower case.
    public var providerID: String
    /// The issuer of the provider's tokens: where its keys are found, and what `iss` says.
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
    /// How often an ID token that carries no nonce may be used; from one network unless set.
    public var repeatedTokens = RepeatedTokens.fromOneNetwork
    /// How this server shows the provider who it is; `nil` if it never does.
    ///
    /// With it a browser comes back with a code, which this server trades for tokens; without it, with an ID token. It
    /// belongs to the first one of ``clientIDs``.
    public var clientAuthentication: ClientAuthentication?
    /// The page at which users sign in; `nil` asks the issuer's discovery document.
    public var authorizationEndpoint: String?
    /// Where codes are traded; `nil` asks the issuer's discovery document.
    public var tokenEndpoint: String?
    /// Where tokens are given back; `nil` asks the issuer's discovery document.
    public var revocationEndpoint: String?
    /// What the page is asked for beside what the app asks for.
    ///
    /// Defaults to `openid`, `email` and `profile`.
    public var scopes = ["openid", "email", "profile"]
    /// How the page's answer gets back: `query`, `form_post`, or `nil` for the provider's default.
    public var responseMode: String?
    /// How an access token alone shows who the user is; `nil` if it does not.
    public var accessTokens: AccessTokenCheck?

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
}

/// How often a provider's ID token that carries no nonce may be used, until it expires.
///
/// A token with a nonce is good for one use in any case. One without is good for one sign-in and for one link to each
/// account, and this says what becomes of a second try: a client whose answer was lost asks again with the same token,
/// and so does a thief.
public enum RepeatedTokens: String, Sendable, CaseIterable {
    /// It may be tried again by every client, as with Firebase.
    case accepted
    /// It may be tried again from the network of the first use: an IPv4 address, or a /64 of IPv6.
    ///
    /// A client that has changed its network meanwhile is answered `MISSING_OR_INVALID_NONCE`, and gets a new token from
    /// the provider.
    case fromOneNetwork
    /// It is refused to every client.
    case refused
}
