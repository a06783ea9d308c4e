public import Foundation
internal import HearthAuth

extension FlowError: LocalizedError {
    /// The sentence for the user, in the language that they like best among those of ``Language``; what
    /// `localizedDescription` is then.
    public var errorDescription: String? { Localizer(preferring: Locale.preferredLanguages)(message) }

    /// The names of the codes, and the words for the developer.
    public var failureReason: String? {
        [code.rawValue, auth?.failureReason ?? "", reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// What helps: ``recoveryHint``.
    public var recoverySuggestion: String? { recoveryHint }
}
