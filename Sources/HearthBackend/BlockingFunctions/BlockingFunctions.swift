internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// Lets a project's own functions decide about its users' sign-ins.
final class BlockingFunctions: Sendable {
    let store: Store
    let writer: AccountWriter
    let caller: BlockingClient

    init(store: Store, writer: AccountWriter, caller: BlockingClient) {
        self.store = store
        self.writer = writer
        self.caller = caller
    }

    /// A sign-in asks two functions; more rounds mean that what is stored changes under it.
    private static let mostRounds = 6

    /// Runs a transaction that may sign a user in or up, and asks the project's functions when it needs to.
    ///
    /// The body runs again after each answer: what it chooses at random has to be chosen outside.
    func write<Result: Sendable>(
        _ call: Call,
        as context: BlockingContext,
        _ body: @escaping @Sendable (borrowing Transaction) throws -> Result
    ) async throws(APIError) -> Result {
        let exchange = BlockingExchange(context, newID: caller.random.userID(), store: store, writer: writer)
        var call = call
        // Administrators are not asked about.
        if !call.isPrivileged { call.blocking = exchange }
        for _ in 0..<Self.mostRounds {
            exchange.begin()
            let outcome: Swift.Result<Result, APIError>
            do throws(APIError) {
                outcome = try await store.write(call) { tx in
                    do {
                        return .success(try body(tx))
                    } catch let end as BlockingExchange.CommitAndRefuse {
                        return .failure(end.refusal)
                    }
                }
            } catch {
                guard let question = exchange.question else { throw error }
                exchange.keep(await answer(to: question, in: call), to: question)
                continue
            }
            return try outcome.get()
        }
        throw .overloaded
    }

    private func answer(to question: BlockingQuestion, in call: Call) async -> Result<BlockingAnswer, APIError> {
        do throws(APIError) {
            return .success(try await caller.ask(question, in: call))
        } catch {
            return .failure(error)
        }
    }

    /// Asks the project's function whether a message may be sent.
    ///
    /// - Parameters:
    ///   - event: ``BlockingEvent/beforeSendEmail`` or ``BlockingEvent/beforeSendSms``.
    ///   - receiver: The address or the number.
    ///   - kind: What the message is for, in the functions' words.
    ///   - call: The call.
    /// - Throws: `APIError` `BLOCKING_FUNCTION_ERROR_RESPONSE` if the function refuses.
    func checkSending(
        _ event: BlockingEvent,
        to receiver: String,
        kind: String,
        in call: Call
    ) async throws(APIError) {
        guard !call.isPrivileged else { return }
        let settings = try await store.settings(for: call)
        let configuration = BlockingConfiguration(settings.blockingFunctions)
        guard let trigger = configuration.triggers[event] else { return }
        let question = BlockingQuestion(event, to: receiver, kind: kind, trigger, in: call)
        guard try await !caller.ask(question, in: call).isBlocked else {
            throw APIError(.blockingFunctionErrorResponse, "The function blocked the message.")
        }
    }
}
