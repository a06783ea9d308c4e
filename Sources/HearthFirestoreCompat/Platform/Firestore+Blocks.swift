public import Foundation
internal import HearthCore
public import HearthFirestore

#if !canImport(Darwin)
/// Where a block of FirebaseFirestore's puts its error; Foundation has the name on Apple's platforms alone.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif

/// Transactions whose block reads without `await`, as FirebaseFirestore's do.
///
/// The block runs on a thread of its own, which waits for each read. It may run several times; an error that it sets ends
/// the transaction without a write. A block that is `async` is easier to write: see
/// `Firestore.runTransaction(_:_:)`.
extension Firestore {
    /// What the block returned, which has no type that could travel between threads, or the error that it set.
    private struct Outcome: Sendable {
        let result: Locked<Any?>
        let error: NSError?
    }

    /// Reads documents and writes depending on what was read, as one.
    ///
    /// - Parameter updateBlock: Reads, then writes, and puts an error into the pointer to give up.
    /// - Returns: What the block returned the last time.
    /// - Throws: The error that the block set, or an `NSError` of Firestore's.
    @discardableResult
    public func runTransaction(
        _ updateBlock: @escaping @Sendable (Transaction, NSErrorPointer) -> Any?
    ) async throws -> sending Any? {
        unsafe try await runTransaction(with: nil, block: updateBlock)
    }

    /// Reads documents and writes depending on what was read, as one.
    ///
    /// - Parameters:
    ///   - options: How often it is tried; `nil` for five times.
    ///   - updateBlock: Reads, then writes, and puts an error into the pointer to give up.
    /// - Returns: What the block returned the last time.
    /// - Throws: The error that the block set, or an `NSError` of Firestore's.
    @discardableResult
    public func runTransaction(
        with options: TransactionOptions?,
        block updateBlock: @escaping @Sendable (Transaction, NSErrorPointer) -> Any?
    ) async throws -> sending Any? {
        let result = try await afterWrites {
            try await client.runTransaction(options ?? TransactionOptions()) { inner in
                let outcome = unsafe await self.outcome(of: updateBlock, Transaction(self, inner))
                if let error = outcome.error { throw error }
                return outcome.result
            }
        }
        return result.withLock { result in
            let taken = result
            result = nil
            return taken
        }
    }

    /// Reads documents and writes depending on what was read, as one, and then calls a closure on the main actor.
    public func runTransaction(
        _ updateBlock: @escaping @Sendable (Transaction, NSErrorPointer) -> Any?,
        completion: @escaping @MainActor @Sendable (Any?, (any Error)?) -> Void
    ) {
        unsafe runTransaction(with: nil, block: updateBlock, completion: completion)
    }

    /// Reads documents and writes depending on what was read, as one, and then calls a closure on the main actor.
    public func runTransaction(
        with options: TransactionOptions?,
        block updateBlock: @escaping @Sendable (Transaction, NSErrorPointer) -> Any?,
        completion: @escaping @MainActor @Sendable (Any?, (any Error)?) -> Void
    ) {
        Task {
            do {
                let result = unsafe try await runTransaction(with: options, block: updateBlock)
                await completion(result, nil)
            } catch {
                await completion(nil, error)
            }
        }
    }

    /// Runs the block on a thread that it may block.
    private func outcome(
        of block: @escaping @Sendable (Transaction, NSErrorPointer) -> Any?,
        _ transaction: Transaction
    ) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = SystemThread {
                    var error: NSError?
                    let result = unsafe block(transaction, &error)
                    continuation.resume(returning: Outcome(result: Locked(result), error: error))
                }
                guard thread == nil else { return }
                let failure = FirestoreError(.resourceExhausted, "The system has no thread for the transaction.")
                let error = FirestoreErrors.error(failure) as NSError
                continuation.resume(returning: Outcome(result: Locked(nil), error: error))
            }
        } onCancel: {
            transaction.cancel()
        }
    }
}
