internal import HearthAuth
internal import HearthFlows

/// What the person at the terminal is told of an error of the client.
enum ErrorText {
    /// A sentence of the catalogue, and in parentheses what a developer looks up: the service's own word, or the code's
    /// name with what the client knows.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - localizer: The language. Defaults to the one that the person prefers.
    /// - Returns: The text, without anything that a terminal would obey.
    static func text(
        _ error: AuthError,
        _ localizer: Localizer = Localizer(preferring: UserLanguages.preferred)
    ) -> String {
        "\(localizer(Message(error))) (\(details(of: error).printable))"
    }

    private static func details(of error: AuthError) -> String {
        guard let code = error.serverCode else {
            return error.reason.isEmpty ? error.code.name : "\(error.code.name): \(error.reason)"
        }
        return error.serverDetail.map { "\(code): \($0)" } ?? code
    }
}
