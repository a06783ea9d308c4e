internal import HearthCore
public import HearthCrypto

/// A few threads of low priority for work that takes a core for milliseconds, such as hashing passwords.
///
/// The threads start when they are first needed. Swift's own executor threads are never blocked, and what does not
/// fit the queue is refused at once, so that a flood of sign-ins delays no one but the flood.
public final class WorkerPool: Sendable {
    private let queue: JobQueue

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - threads: The most threads that work at once. Defaults to the number of cores.
    ///   - waiting: The most jobs that wait. Defaults to 64 a thread: about two seconds of argon2id.
    public init(threads: Int? = nil, waiting: Int? = nil) {
        let threads = max(1, threads ?? SystemThread.coreCount)
        queue = JobQueue(threadLimit: threads, waitingLimit: max(0, waiting ?? threads * 64))
    }

    deinit {
        queue.close()
    }

    /// Does some work on one of the threads.
    ///
    /// Cancelling the task before the work began drops it; work that began is done to its end.
    ///
    /// - Parameter work: What to do. It may take its time, but must not wait for other work in the pool.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or ``CryptoError`` with code ``CryptoError/Code/overloaded`` if too much waits
    ///   already, or ``CryptoError/Code/cancelled``.
    public func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(CryptoError) -> Value
    ) async throws(CryptoError) -> Value {
        let ticket = Ticket<Value>()
        let job = Job { ticket.redeem(work) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard ticket.hold(continuation) else { return }
                if !queue.add(job) { ticket.refuse(CryptoError(.overloaded)) }
            }
        } onCancel: {
            ticket.refuse(CryptoError(.cancelled))
            queue.remove(job)
        }
        return try outcome.get()
    }
}

/// Decides which comes first, the work or the cancellation: anyone who takes the continuation answers.
private final class Ticket<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, CryptoError>

    private enum State: Sendable {
        case new
        case held(CheckedContinuation<Outcome, Never>)
        case refused(CryptoError)
        case taken
    }

    private let state = Locked(State.new)

    /// Keeps the continuation for the worker.
    ///
    /// - Returns: Whether there is still something to wait for.
    func hold(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let refusal = state.withLock { state -> CryptoError? in
            if case .refused(let error) = state { return error }
            state = .held(continuation)
            return nil
        }
        guard let refusal else { return true }
        continuation.resume(returning: .failure(refusal))
        return false
    }

    func redeem(_ work: () throws(CryptoError) -> Value) {
        guard let continuation = take(leaving: .taken) else { return }
        do throws(CryptoError) {
            continuation.resume(returning: .success(try work()))
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }

    func refuse(_ error: CryptoError) {
        take(leaving: .refused(error))?.resume(returning: .failure(error))
    }

    private func take(leaving next: State) -> CheckedContinuation<Outcome, Never>? {
        state.withLock { state in
            switch state {
            case .new:
                state = next
                return nil
            case .held(let continuation):
                state = next
                return continuation
            case .refused, .taken:
                return nil
            }
        }
    }
}
