internal import HearthBackend
internal import HearthConsole
internal import HearthFirestoreBackend

extension SnapshotShelf {
    /// Attaches to a console what a server has beside its services: functions, and states that were saved.
    ///
    /// - Returns: The saved states, to be closed at the end; `nil` without a console, and without a project.
    static func attach(
        to console: Console?,
        _ functions: FunctionsLink?,
        _ settings: BackendConfiguration,
        _ identity: Backend,
        _ firestore: FirestoreMount?,
        _ services: [any ExportableService]
    ) -> SnapshotShelf? {
        guard let console else { return nil }
        if let functions {
            console.attach(functions: functions.board)
            functions.board.book.follow { console.note($0.forLog) }
        }
        guard let project = settings.defaultProject else { return nil }
        let state = EmulatorState(identity: identity, firestore: firestore?.backend, project: project)
        let shelf = SnapshotShelf(beside: settings.storage, services, state)
        console.attach(snapshots: shelf)
        return shelf
    }
}
