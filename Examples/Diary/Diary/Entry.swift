/// A page of a diary.
public struct Entry: Sendable, Hashable {
    /// What was written.
    public let text: String
    /// Whether the server has it; until then it is on this device only.
    public internal(set) var isSaved = false
}
