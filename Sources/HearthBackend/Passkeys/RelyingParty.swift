internal import HearthHTTP

/// For which domain passkeys are made, and what is asked of authenticators.
public struct RelyingParty: Sendable, Hashable {
    /// Whether an authenticator must see who uses it: by a fingerprint, a face or a PIN.
    public enum UserVerification: String, Sendable, CaseIterable {
        /// Always. Then a passkey counts as two factors, and no second one is asked for.
        case required
        /// Where the authenticator can. An account's second factor is asked for if it did not.
        case preferred
        /// Not at all. An account's second factor is asked for if the authenticator did not see the user anyway.
        case discouraged
    }

    /// The domain, without scheme and port, for example `example.com`: passkeys work there and below it, for ever.
    public var id: String
    /// The name that users see, for example the shop's.
    public var name: String
    /// The origins whose pages and apps may ask for passkeys, for example `https://example.com`.
    ///
    /// An app on an Apple device has the origin `https://` with the domain, one on Android `android:apk-key-hash:` with
    /// its certificate's hash. `http://localhost:*` stands for every port; the strict profile refuses it.
    public var origins: [String]
    /// Whether an authenticator must see who uses it; it must unless set.
    public var userVerification: UserVerification = .required
    /// Whether attestations of other formats than `none` and `packed` by the key itself are let pass unchecked.
    ///
    /// Defaults to no. Backends ask for none, so that only unusual authenticators send one.
    public var ignoresOtherAttestations = false

    /// Creates a relying party.
    ///
    /// - Parameters:
    ///   - id: The domain.
    ///   - name: The name that users see. Defaults to the domain.
    ///   - origins: The origins whose pages and apps may ask. Defaults to the domain over HTTPS.
    public init(id: String, name: String? = nil, origins: [String]? = nil) {
        self.id = id
        self.name = name ?? id
        self.origins = origins ?? ["https://\(id)"]
    }

    /// This machine, whatever the port: what the lenient profile takes when nothing else is set.
    public static let localhost = RelyingParty(
        id: "localhost",
        origins: ["http://localhost:*", "https://localhost:*"]
    )

    /// The end of an origin that stands for every port.
    static let anyPort = ":*"

    /// Refuses what contradicts itself.
    func check(_ profile: BackendConfiguration.Profile) throws(BackendError) {
        let isDomain = !id.isEmpty && id.utf8.allSatisfy { !"/:@?#* ".utf8.contains($0) && $0 > 0x20 && $0 < 0x7F }
        guard isDomain else { throw BackendError(.configuration, "'\(id)' is not a domain for passkeys") }
        guard !origins.isEmpty else { throw BackendError(.configuration, "passkeys for \(id) need an origin") }
        for origin in origins where !origin.hasPrefix("android:apk-key-hash:") {
            let isOpen = origin.hasSuffix(Self.anyPort)
            if isOpen, profile == .strict {
                throw BackendError(.configuration, "the strict profile takes passkeys from exact origins: \(origin)")
            }
            // An origin has no slash at the end, and is compared as it is.
            guard let secure = SecureOrigin(isOpen ? String(origin.dropLast(Self.anyPort.count)) : origin),
                origin.hasPrefix(secure.text), !origin.hasSuffix("/")
            else { throw BackendError(.configuration, "\(origin) is not an origin for passkeys") }
        }
    }
}

extension BackendConfiguration {
    /// The domain that passkeys are made for; `nil` if there are none.
    var passkeys: RelyingParty? {
        relyingParty ?? (profile == .lenient ? .localhost : nil)
    }
}
