internal import HearthCore

/// A note as the API shows it.
struct NoteView: Encodable {
    let id: String
    let title: String
    let text: String
    let createdAt: String
    let changedAt: String

    init(_ note: Note) {
        id = note.id
        title = note.title
        text = note.text
        createdAt = CivilTime(note.createdAt).rfc3339
        changedAt = CivilTime(note.changedAt).rfc3339
    }
}

/// A page of notes, the newest first.
struct NotePage: Encodable {
    let notes: [NoteView]
    /// What to send as `before` to get the next page; absent on the last one.
    let next: String?
}
