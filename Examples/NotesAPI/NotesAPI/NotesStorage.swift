internal import HearthDatabase

/// Where notes are kept.
public enum NotesStorage: Sendable, Hashable {
    /// In memory, gone with the process.
    case memory
    /// In an SQLite file, created if it is missing.
    case sqlite(path: String)

    /// Reads `memory` or `sqlite:PATH`.
    ///
    /// - Parameter text: The words of the command line.
    public init?(_ text: String) {
        if text == "memory" {
            self = .memory
        } else if text.hasPrefix("sqlite:"), text.utf8.count > "sqlite:".utf8.count {
            self = .sqlite(path: String(text.dropFirst("sqlite:".count)))
        } else {
            return nil
        }
    }

    var location: Database.Location {
        switch self {
        case .memory: .memory
        case .sqlite(let path): .sqlite(path: path)
        }
    }
}
