#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AuthError: LocalizedError {
    /// The sentence for the user, which `localizedDescription` is then: ``userMessage``.
    public var errorDescription: String? { userMessage }

    /// The name of the code, and the words for the developer.
    public var failureReason: String? { reason.isEmpty ? code.name : "\(code.name): \(reason)" }

    /// What helps: ``recoveryHint``.
    public var recoverySuggestion: String? { recoveryHint }
}
