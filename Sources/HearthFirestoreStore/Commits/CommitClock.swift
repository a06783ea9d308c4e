internal import HearthCore
internal import HearthFirestoreModel

/// Keeps the times of commits and of reads apart: a read at a time has seen every commit up to that time, and none
/// that is made later gets a time that is not after it.
final class CommitClock: Sendable {
    private struct Times: Sendable {
        /// The latest time at which anything was read.
        var latestRead = Timestamp.earliest
        /// The times of commits that are not yet visible to every reader.
        var underWay: [Timestamp] = []
    }

    private let databases = Locked<[DatabaseName: Times]>([:])

    /// Gives a commit its time, not before the earliest that it may have; called inside of its transaction.
    func reserve(_ earliest: Timestamp, in database: DatabaseName) -> Timestamp {
        databases.withLock { databases in
            let read = databases[database]?.latestRead ?? .earliest
            let time = max(earliest, Timestamp(microseconds: read.microseconds + 1))
            databases[database, default: Times()].underWay.append(time)
            return time
        }
    }

    /// The commit is visible, or will never be.
    func finish(_ time: Timestamp, in database: DatabaseName) {
        databases.withLock { databases in
            guard let index = databases[database]?.underWay.firstIndex(of: time) else { return }
            databases[database]?.underWay.remove(at: index)
        }
    }

    /// A time at which a read that begins now has seen everything.
    func readTime(_ now: Timestamp, in database: DatabaseName) -> Timestamp {
        databases.withLock { databases in
            let first = databases[database]?.underWay.min()
            let time = first.map { min(now, Timestamp(microseconds: $0.microseconds - 1)) } ?? now
            let times = databases[database, default: Times()]
            databases[database, default: Times()].latestRead = max(times.latestRead, time)
            return time
        }
    }
}
