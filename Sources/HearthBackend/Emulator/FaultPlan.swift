internal import HearthCore

/// The failures that are to come.
final class FaultPlan: Sendable {
    /// A failure that waits for its calls.
    struct Entry: Sendable, Hashable {
        /// The project whose calls fail; `nil` for all of them.
        let project: ProjectID?
        let operation: OperationName
        let fault: Fault
        /// How many calls will still fail.
        var count: Int
    }

    /// The most entries that are kept.
    static let limit = 1000

    private let entries = Locked<[Entry]>([])

    /// Adds a failure, unless there are too many.
    ///
    /// - Returns: Whether it was added.
    @discardableResult
    func add(_ entry: Entry) -> Bool {
        guard entry.count > 0 else { return true }
        return entries.withLock { entries in
            guard entries.count < Self.limit else { return false }
            entries.append(entry)
            return true
        }
    }

    /// Takes the failure that a call meets: the oldest one.
    func take(_ operation: OperationName, in project: ProjectID) -> Fault? {
        entries.withLock { entries in
            let index = entries.firstIndex { entry in
                (entry.operation == operation || entry.operation == .any) && Self.concerns(entry, project)
            }
            guard let index else { return nil }
            entries[index].count -= 1
            let fault = entries[index].fault
            if entries[index].count == 0 { entries.remove(at: index) }
            return fault
        }
    }

    /// What waits for the calls of a project, oldest first.
    func all(in project: ProjectID) -> [Entry] {
        entries.withLock { $0.filter { Self.concerns($0, project) } }
    }

    /// Forgets what waits for the calls of a project, or of all of them.
    func clear(in project: ProjectID? = nil) {
        entries.withLock { entries in
            entries.removeAll { entry in project.map { Self.concerns(entry, $0) } ?? true }
        }
    }

    private static func concerns(_ entry: Entry, _ project: ProjectID) -> Bool {
        entry.project == nil || entry.project == project
    }
}
