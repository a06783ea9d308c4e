public import HearthCore

/// The app's own server, which trusts identity tokens.
public protocol EntryServer: Sendable {
    /// Keeps an entry.
    ///
    /// - Parameters:
    ///   - text: What was written.
    ///   - token: Whose entry it is.
    /// - Throws: Anything; the entry is then sent again later.
    func save(_ text: String, token: Secret<String>) async throws
}
