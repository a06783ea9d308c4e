import HearthCore

/// Something that was noticed, on whatever thread.
final class Flag: Sendable {
    private let raised = Locked(false)

    var isRaised: Bool { raised.withLock(\.self) }

    func raise() {
        raised.withLock { $0 = true }
    }
}
