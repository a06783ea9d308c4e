internal import HearthCore
internal import HearthHTTP

/// Why a backend could not be started.
public struct BackendError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is in the way, open to new values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The configuration contradicts itself.
        public static let configuration = Code(rawValue: "configuration")
        /// The storage cannot be opened or brought up to date.
        public static let storage = Code(rawValue: "storage")
    }

    /// What is in the way.
    public var code: Code
    /// One line for the operator.
    public var reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What is in the way.
    ///   - reason: One line for the operator.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The line for the operator.
    public var description: String { reason }
}

extension BackendConfiguration {
    /// The shortest token that an administrator may have outside emulator mode.
    private static let shortestToken = 32

    /// Refuses what contradicts itself.
    func check() throws(BackendError) {
        guard !projects.isEmpty else { throw BackendError(.configuration, "a backend needs a project") }
        if profile == .strict, tokenSigning == .none {
            throw BackendError(.configuration, "the strict profile signs its tokens: unsigned ones are refused")
        }
        if !isEmulator, profile == .lenient {
            throw BackendError(.configuration, "outside emulator mode only the strict profile is safe")
        }
        if !isEmulator, publicURL == nil {
            throw BackendError(
                .configuration,
                "outside emulator mode a public URL is needed: a link in a mail must not follow a request's Host"
            )
        }
        if !isEmulator, let publicURL, SecureLocation(publicURL) == nil {
            throw BackendError(
                .configuration,
                "the public URL \(publicURL): mailed links carry codes, so that outside emulator mode the address is "
                    + "https://HOST"
            )
        }
        if let publicName, !PublicName.isValid(publicName) {
            throw BackendError(.configuration, "the public name is one line of 1 to \(PublicName.longest) characters")
        }
        if let proxy = trustedProxies.first(where: { IPRange($0) == nil }) {
            throw BackendError(.configuration, "a trusted proxy is an address or a range such as 10.0.0.0/8: \(proxy)")
        }
        for (number, code) in testPhoneNumbers
        where PhoneNumber(number)?.text != number || code.reveal().utf8.count != 6
            || !code.reveal().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            throw BackendError(
                .configuration,
                "a test number is written as +15555550100, and its code as six digits"
            )
        }
        if let sealingKey, sealingKey.reveal().count != Self.sealingKeyBytes {
            throw BackendError(.configuration, "a sealing key has \(Self.sealingKeyBytes) bytes")
        }
        try relyingParty?.check(profile)
        guard Set(providers.map(\.providerID)).count == providers.count else {
            throw BackendError(.configuration, "a provider is configured twice")
        }
        if let provider = providers.first(where: { $0.clientIDs.isEmpty || $0.providerID.isEmpty }) {
            throw BackendError(.configuration, "\(provider.providerID) has no client identifier")
        }
        if let token = administratorToken, token.reveal().utf8.count < Self.shortestToken {
            throw BackendError(
                .configuration,
                "an administrator's token needs at least \(Self.shortestToken) bytes"
            )
        }
    }
}
