public import Foundation
internal import HearthAuth

/// What a link in a mail of the service carries.
public final class ActionCodeURL: Sendable {
    private let value: HearthAuth.ActionCodeURL

    /// Reads a link, wrapped in others or not; `nil` if it carries no code.
    ///
    /// - Parameter link: The link as it was opened.
    public init?(link: String) {
        guard let value = HearthAuth.ActionCodeURL(link: link) else { return nil }
        self.value = value
    }

    /// The API key of the project that sent the mail.
    public var apiKey: String? { value.apiKey }
    /// What the code does.
    public var operation: ActionCodeOperation { ActionCodeOperation(value.operation) }
    /// The code; always there.
    public var code: String? { value.code }
    /// Where to go on after the code was used.
    public var continueURL: URL? { value.continueURL.flatMap { URL(string: $0) } }
    /// The language of the mail.
    public var languageCode: String? { value.languageCode }
}
