internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON

/// The page that a Firebase project hosts to sign users in at providers, for apps that a link can open.
///
/// It needs no provider's page from the service: it works with Firebase, and with an emulator that has no other way.
public struct HostedHandler: Sendable, Hashable {
    /// Where the page is.
    public let url: String
    /// The app's bundle identifier.
    public let bundleID: String
    /// The app's identifier in the project, from which the scheme of the link is made.
    public let appID: String

    private static let authType = "signInWithRedirect"
    private static let callbackPath = "/__/auth/callback"
    // Longer than any link that a browser would open, and short enough to be read at once.
    private static let longestLink = 65_536

    /// The page of a Firebase project.
    ///
    /// - Parameters:
    ///   - authDomain: The project's domain for this, for example `shop.firebaseapp.com`.
    ///   - bundleID: The app's bundle identifier.
    ///   - appID: The app's identifier in the project, for example `1:123:ios:abc`.
    public init(authDomain: String, bundleID: String, appID: String) {
        self.init(url: "https://\(authDomain)/__/auth/handler", bundleID: bundleID, appID: appID)
    }

    /// A page elsewhere, for example `http://127.0.0.1:9099/emulator/auth/handler`.
    ///
    /// - Parameters:
    ///   - url: Where the page is.
    ///   - bundleID: The app's bundle identifier.
    ///   - appID: The app's identifier in the project.
    public init(url: String, bundleID: String, appID: String) {
        self.url = url
        self.bundleID = bundleID
        self.appID = appID
    }

    /// What the links that open the app begin with; the app declares the scheme in its `Info.plist`.
    public var callbackURL: String {
        "app-" + appID.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-")
            + "://firebaseauth/link"
    }

    /// The page's address.
    func page(
        of provider: OAuthProvider,
        _ configuration: AuthConfiguration,
        sessionID: Secret<String>,
        eventID: String
    ) -> String {
        var query: FormParameters = ["apiKey": configuration.apiKey, "authType": Self.authType]
        query.append("providerId", provider.providerID)
        query.append("ibi", bundleID)
        query.append("appId", appID)
        query.append("eventId", eventID)
        query.append("sessionId", Hex.encode(Digest.sha256.hash(Array(sessionID.reveal().utf8))))
        query.append("v", ClientVersion.header)
        if !provider.scopes.isEmpty { query.append("scopes", provider.scopes.joined(separator: ",")) }
        if !provider.customParameters.isEmpty {
            var parameters = JSONObject()
            for (name, value) in provider.customParameters.sorted(by: { $0.key < $1.key }) {
                parameters[name] = .string(value)
            }
            query.append("customParameters", String(decoding: JSON.serialize(.object(parameters)), as: UTF8.self))
        }
        if let tenant = configuration.tenantID { query.append("tid", tenant) }
        return url + "?" + query.encoded
    }

    /// The provider's answer in the link that opened the app.
    ///
    /// - Throws: ``AuthError`` if the link is another one, or says that the page failed.
    func response(in link: String, eventID: String) throws(AuthError) -> String {
        guard link.utf8.count <= Self.longestLink else { throw Self.foreignLink }
        var link = link
        if !Self.isCallback(link) {
            guard link.hasPrefix(callbackURL + "?"), let inner = WebAnswer(link)["deep_link_id"] else {
                throw Self.foreignLink
            }
            link = inner
        }
        let event = WebAnswer(link)
        guard Self.isCallback(link), event["eventId"] == eventID, event["authType"] == Self.authType else {
            throw Self.foreignLink
        }
        if let failure = event["firebaseError"] { throw Self.error(failure) }
        guard let response = event["link"] else { throw Self.foreignLink }
        return response
    }

    private static func isCallback(_ link: String) -> Bool {
        let place = link.prefix { $0 != "?" && $0 != "#" }
        return place.hasSuffix(callbackPath) && (place.hasPrefix("https://") || place.hasPrefix("http://"))
    }

    private static let foreignLink = AuthError(.webSignInUserInteractionFailure, "the link is not of this sign-in")

    private static func error(_ text: String) -> AuthError {
        let document = try? JSON.parse(Array(text.utf8))
        let word = document?["code"]?.string ?? ""
        let code: AuthError.Code =
            switch word {
            case "auth/user-cancelled", "auth/popup-closed-by-user", "auth/redirect-cancelled-by-user":
                .webContextCancelled
            case "auth/network-request-failed": .webNetworkRequestFailed
            case "auth/internal-error": .webInternalError
            case "auth/invalid-oauth-client-id", "auth/invalid-cert-hash": .invalidClientID
            case "auth/unauthorized-domain": .unauthorizedDomain
            default: .webSignInUserInteractionFailure
            }
        var error = AuthError(code, "the page for signing in failed")
        error.serverDetail = document?["message"]?.string
        return error
    }
}
