public import HearthAuth

extension MultiFactorInfo {
    /// Whether codes are texted to this factor.
    public var isPhone: Bool { factorID == PhoneMultiFactorGenerator.factorID }

    /// What to call the factor: the name that the user gave it, or else its kind.
    public var title: FactorTitle {
        if let displayName, !displayName.isEmpty { return .name(displayName) }
        guard isPhone else { return .message(Message(.authenticatorApp)) }
        return .message(phoneNumber.map { .textMessage(to: $0) } ?? Message(.textMessage))
    }
}

/// What a second factor is called.
public enum FactorTitle: Sendable, Hashable {
    /// The name that the user gave it.
    case name(String)
    /// What it is.
    case message(Message)

    /// The text to show.
    ///
    /// - Parameter localizer: Finds the words.
    /// - Returns: The text.
    public func text(_ localizer: Localizer) -> String {
        switch self {
        case .name(let name): name
        case .message(let message): localizer(message)
        }
    }
}
