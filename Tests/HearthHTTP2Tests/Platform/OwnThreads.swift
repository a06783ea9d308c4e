import Foundation
import Testing

/// Runs the tests of a suite on threads of their own.
///
/// These tests block: their client is a plain socket. On the shared pool, which has a thread a core, a few of them
/// would keep every other test of the process waiting.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// Keeps blocking tests away from the shared pool.
    static var ownThreads: Self { OwnThreads() }
}

/// Runs every piece of a task on a new thread: slow, and in no one's way.
private final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
