internal import HearthJSON

/// What a member writes: `{"title": …, "text": …}`.
struct NoteDraft: Sendable, Decodable {
    let title: String
    let text: String

    private static let longestTitle = 200
    private static let longestText = 100_000

    /// Reads a body, and refuses what is no note.
    init(body: [UInt8]) throws(NotesRefusal) {
        do throws(JSONError) {
            self = try JSON.decode(NoteDraft.self, from: body)
        } catch {
            let place = error.path.isEmpty ? "" : " at \(error.path)"
            throw .invalid("The body is not a note: expected \(error.reason)\(place).")
        }
        guard (1...Self.longestTitle).contains(title.utf8.count) else {
            throw .invalid("A title has 1 to \(Self.longestTitle) bytes.")
        }
        guard text.utf8.count <= Self.longestText else {
            throw .invalid("A text has at most \(Self.longestText) bytes.")
        }
    }
}
