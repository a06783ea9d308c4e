internal import HearthHTTP

/// What a link in a mail of the service carries.
///
/// The link may be wrapped into others, as universal links and pages that open an app do: what is in `link`,
/// `deep_link_id` or `continueUrl` is looked at too, however deep.
public struct ActionCodeURL: Sendable, Hashable {
    /// The API key of the project that sent the mail.
    public let apiKey: String?
    /// What the code does.
    public let operation: ActionCodeInfo.Operation
    /// The code.
    public let code: String
    /// Where to go on after the code was used.
    public let continueURL: String?
    /// The language of the mail.
    public let languageCode: String?
    /// The tenant that the code is for.
    public let tenantID: String?

    // Longer than any link that a browser would open, and short enough to be looked through at once.
    private static let longestLink = 16_384
    private static let wrappers = ["link", "deep_link_id", "continueUrl"]
    private static let operations: [String: ActionCodeInfo.Operation] = [
        "resetPassword": .passwordReset, "verifyEmail": .verifyEmail, "recoverEmail": .recoverEmail,
        "signIn": .emailLink, "verifyAndChangeEmail": .verifyAndChangeEmail,
        "revertSecondFactorAddition": .revertSecondFactorAddition,
    ]

    /// Reads a link.
    ///
    /// - Parameter link: The link as it was opened; `nil` if it carries no code.
    public init?(link: String) {
        guard link.utf8.count <= Self.longestLink else { return nil }
        var layer = [link]
        // Each layer is shorter than the one around it, so this ends.
        while !layer.isEmpty {
            let queries = layer.map(Self.query)
            if let query = queries.first(where: { $0["oobCode"]?.isEmpty == false && $0["mode"] != nil }) {
                self.init(query)
                return
            }
            layer = queries.flatMap { query in Self.wrappers.compactMap { query[$0] } }
        }
        return nil
    }

    private init?(_ query: FormParameters) {
        guard let mode = query["mode"], let code = query["oobCode"], let operation = Self.operations[mode] else {
            return nil
        }
        self.operation = operation
        self.code = code
        apiKey = query["apiKey"]
        continueURL = query["continueUrl"]
        languageCode = query["lang"]
        tenantID = query["tenantId"]
    }

    private static func query(_ link: String) -> FormParameters {
        let address = link.prefix { $0 != "#" }
        guard let start = address.firstIndex(of: "?") else { return FormParameters() }
        return FormParameters(decoding: address[start...].dropFirst())
    }
}

extension ActionCodeURL: CustomStringConvertible, CustomReflectable {
    /// What the code does, and not the code.
    public var description: String { "ActionCodeURL(\(operation.rawValue))" }

    /// What the code does, and not the code.
    public var customMirror: Mirror { Mirror(self, children: ["operation": operation.rawValue]) }
}
