/// Why a text could not be read, or a value not written.
public struct JSONError: Error, Sendable, Hashable {
    /// What kind of thing went wrong.
    public enum Kind: Sendable, Hashable {
        /// The text is not JSON ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)), or names a member twice.
        case syntax
        /// The text is JSON, but not of the type that was asked for.
        case type
        /// The value cannot be written as JSON.
        case unwritable
    }

    /// What kind of thing went wrong.
    public var kind: Kind
    /// What was expected, in words; holds no value of the document.
    public var reason: String
    /// The way from the root to the place, for example `users[3].email`; empty at the root.
    public var path: String
    /// The offset of the byte where reading stopped, for ``Kind/syntax``.
    public var offset: Int?

    init(_ kind: Kind, _ reason: String, path: String = "", offset: Int? = nil) {
        self.kind = kind
        self.reason = reason
        self.path = path
        self.offset = offset
    }
}
