/// A person who uses the app, as the app itself thinks of them: it knows nothing of how they signed in.
public struct Reader: Sendable, Hashable, Identifiable {
    /// The account's identifier.
    public var id: String
    /// What to call the reader.
    public var name: String
    /// Whether the reader has no account yet, and would lose the shelf with the device.
    public var isGuest: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - id: The account's identifier.
    ///   - name: What to call the reader.
    ///   - isGuest: Whether the reader has no account yet. Defaults to no.
    public init(id: String, name: String, isGuest: Bool = false) {
        self.id = id
        self.name = name
        self.isGuest = isGuest
    }
}
