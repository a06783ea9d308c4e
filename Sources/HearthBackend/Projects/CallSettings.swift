internal import HearthCore

/// The settings of a project as one user's call knows them: read once, however often the call needs them.
///
/// What an administrator changes while the call runs counts for the next one. An administrator's own calls have none of
/// these: they change what they read.
final class CallSettings: Sendable {
    /// Those of the project that was asked for last: hardly any call is about two.
    private let known = Locked<(project: ProjectID, settings: ProjectSettings)?>(nil)

    /// The settings of a project; `nil` until they were read.
    subscript(project: ProjectID) -> ProjectSettings? {
        get { known.withLock { $0?.project == project ? $0?.settings : nil } }
        set { known.withLock { $0 = newValue.map { (project, $0) } } }
    }
}
