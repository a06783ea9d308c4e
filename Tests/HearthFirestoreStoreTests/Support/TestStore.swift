import FirestoreSamples
import HearthCore
import HearthDatabase
import HearthFirestoreModel
import HearthFirestoreStore

/// A store with a clock that is set by hand and waits that end when the test says so.
struct TestStore: Sendable {
    let store: FirestoreStore
    let clock = Locked<Int64>(1_700_000_000_000_000)
    let waits = ManualWaits()

    init(
        _ location: Database.Location = .memory,
        _ change: (inout FirestoreStore.Configuration) -> Void = { _ in }
    ) async throws {
        let (clock, waits) = (clock, waits)
        var configuration = FirestoreStore.Configuration(
            now: { Timestamp(microseconds: clock.withLock { $0 }) },
            sleep: { _ in try await waits.wait() }
        )
        change(&configuration)
        store = try await FirestoreStore(location, configuration: configuration)
    }

    func advance(_ duration: Duration) {
        clock.withLock { $0 += duration.wholeMilliseconds * 1000 }
    }

    static func name(_ path: String) -> ResourceName {
        ResourceName(database: demo, path: ResourcePath(path.split(separator: "/").map(String.init)))
    }

    @discardableResult
    func put(_ path: String, _ fields: Fields, in transaction: [UInt8]? = nil) async throws -> CommitRecord? {
        try await store.commit([Write(Self.name(path), .update(fields, mask: nil))], in: demo, transaction: transaction)
    }

    @discardableResult
    func delete(_ path: String) async throws -> CommitRecord? {
        try await store.commit([Write(Self.name(path), .delete)], in: demo)
    }

    func get(_ path: String, _ state: ReadState = .now) async throws -> Fields? {
        try await store.documents([Self.name(path)], in: demo, state).documents[0]?.fields
    }

    /// What separates a moment from now for a listener; `nil` if it is too much.
    func updates(since time: Timestamp, of interest: ListenInterest) async throws -> [DocumentUpdate]? {
        try await store.look(at: demo) { _, _, _, changed, update in
            try changed(time, interest)?.compactMap { try update($0) }
        }
    }
}

/// What a body is refused with; `nil` if it is not.
func refusal(_ body: () async throws -> Void) async -> FirestoreError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? FirestoreError
    }
}

/// Waits that the test ends.
actor ManualWaits {
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var next = 0
    private var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var total = 0

    func wait() async throws {
        next += 1
        let number = next
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting[number] = continuation
                total += 1
                arrivals.removeAll { arrival in
                    guard arrival.count <= total else { return false }
                    arrival.continuation.resume()
                    return true
                }
            }
        } onCancel: {
            Task { await self.cancel(number) }
        }
    }

    private func cancel(_ number: Int) {
        waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }

    /// Returns once so many waits have begun in all.
    func begun(_ count: Int) async {
        if total >= count { return }
        await withCheckedContinuation { arrivals.append((count, $0)) }
    }

    /// Ends the wait that began first, as if its time were over.
    func passOldest() {
        guard let oldest = waiting.keys.min() else { return }
        waiting.removeValue(forKey: oldest)?.resume()
    }

    /// Ends all waits, as if their time were over.
    func passAll() {
        for continuation in waiting.values { continuation.resume() }
        waiting = [:]
    }
}
