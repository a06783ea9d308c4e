/// The sizes that Firestore allows, https://firebase.google.com/docs/firestore/quotas#limits.
public enum DocumentLimits: Sendable {
    /// The largest document, in bytes as ``Document/storageSize`` counts them.
    public static let documentSize = 1_048_576
    /// The longest text or bytes of a field, in bytes.
    public static let valueLength = 1_048_487
    /// The longest name of a field, and the longest path to one, in bytes.
    public static let fieldNameLength = 1500
    /// How deep maps and arrays may lie in one another.
    public static let depth = 20
    /// The most numbers of a vector.
    public static let vectorLength = 2048
    /// The most transforms of one document in a commit.
    public static let transforms = 500
    /// The most entries that a document may have in all indexes.
    public static let indexEntries = 40_000
}
