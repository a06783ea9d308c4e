internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// The configuration of an identity provider, of one of the three kinds.
protocol ProviderConfig: WritableProviderConfig {
    /// The collection that it is one of, as paths name it.
    static var collection: String { get }
    /// The members that may be changed.
    static var members: Set<String> { get }
    var name: String? { get set }
    var enabled: Bool? { get set }

    /// Refuses a name that is missing, or not one of the kind.
    static func checkID(_ id: String?) throws(APIError) -> String

    /// Takes what only the server decides from the configuration that was stored before.
    mutating func settle(after old: Self?, changing update: Self)

    /// Refuses what contradicts itself.
    func check(_ id: String, isStrict: Bool) throws(APIError)

    /// Whether this server's own certificate is part of the configuration.
    static var showsCertificate: Bool { get }

    /// Puts this server's own certificate in.
    mutating func put(_ certificate: SAMLCertificate)

    /// Takes the secrets out.
    mutating func takeSecrets() -> JSONObject

    /// Puts the secrets back.
    mutating func put(_ secrets: JSONObject)
}

extension ProviderConfig {
    static var showsCertificate: Bool { false }

    mutating func put(_ certificate: SAMLCertificate) {}

    /// The configuration as it is shown, with its name.
    func named(_ id: String, in scope: Scope) -> Self {
        var config = self
        let tenant = scope.tenant.map { "/tenants/\($0)" } ?? ""
        config.name = "projects/\(scope.project)\(tenant)/\(Self.collection)/\(id)"
        return config
    }
}

/// Rules that several kinds of configuration share.
enum ProviderConfigRule {
    private static let longestID = 128
    static let longestText = 2048

    /// A name of a kind that begins with a prefix: lower-case letters, digits, `.`, `-` and `_` after it.
    static func checkID(_ id: String?, prefix: String) throws(APIError) -> String {
        guard let id, !id.isEmpty else { throw APIError(.missingConfigID) }
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard id.hasPrefix(prefix), isPlain, (prefix.utf8.count + 1...longestID).contains(id.utf8.count) else {
            throw APIError(
                .invalidConfigID,
                "\(prefix) is expected with lower-case letters, digits, '.', '-' and '_' after it."
            )
        }
        return id
    }

    static func checkText(_ text: String?, _ member: String) throws(APIError) {
        guard text?.utf8.count ?? 0 <= longestText else {
            throw APIError(.invalidConfig, "\(member) is longer than \(longestText) bytes.")
        }
    }

    /// An absolute address; `https`, or `http` to this machine.
    static func checkURL(_ text: String?, _ member: String) throws(APIError) {
        try checkText(text, member)
        guard let text, SecureLocation(text) != nil else {
            throw APIError(.invalidConfig, "\(member) is no https address.")
        }
    }

    /// The identifier of an app at a provider.
    static func checkClientID(_ text: String?) throws(APIError) {
        guard let text, !text.isEmpty else { throw APIError(.missingOAuthClientID) }
        guard text.utf8.count <= 512, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw APIError(.invalidOAuthClientID)
        }
    }
}
