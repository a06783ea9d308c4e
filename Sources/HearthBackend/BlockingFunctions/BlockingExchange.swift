internal import HearthCore
internal import HearthDatabase
internal import HearthWire

/// What one request has asked its project's functions so far, and what they answered.
///
/// No transaction waits for the network. One that needs an answer which is not here yet notes the question and is undone;
/// the question is asked; then the transaction runs again from its start, on what is stored by then, and finds the
/// answer. If the question is another one by then, it is asked too.
final class BlockingExchange: Sendable {
    /// Undoes a transaction that cannot go on without an answer.
    private static let unanswered = APIError.internalError

    /// Ends a transaction with what it has stored so far, and the request with a refusal.
    struct CommitAndRefuse: Error {
        let refusal: APIError
    }

    private struct State: Sendable {
        var context: BlockingContext
        var answers: [String: Result<BlockingAnswer, APIError>] = [:]
        var question: BlockingQuestion?
        /// The account that this run of the transaction has added.
        var created: UserID?
    }

    /// The identifier of the account that the request may make.
    let newID: UserID

    private let store: Store
    private let writer: AccountWriter
    private let state: Locked<State>

    init(_ context: BlockingContext, newID: UserID, store: Store, writer: AccountWriter) {
        self.newID = newID
        self.store = store
        self.writer = writer
        state = Locked(State(context: context))
    }

    /// Forgets what the last run of the transaction found out.
    func begin() {
        state.withLock { state in
            state.question = nil
            state.created = nil
        }
    }

    /// The question that the last run could not go on without.
    var question: BlockingQuestion? { state.withLock { $0.question } }

    /// Keeps the answer to a question.
    func keep(_ answer: Result<BlockingAnswer, APIError>, to question: BlockingQuestion) {
        state.withLock { $0.answers[question.key] = answer }
    }

    /// Notes what a provider says of the user.
    func note(_ user: ProviderClaims) {
        state.withLock { state in
            state.context.method = user.providerID.rawValue
            state.context.rawUserInfo = user.rawUserInfo
            state.context.attributes = user.attributes
        }
    }

    /// Notes that the user has come with another method than was thought.
    func note(_ context: BlockingContext) {
        state.withLock { $0.context = context }
    }

    /// Whether the project has any function that could be asked.
    func hasTriggers(_ tx: borrowing Transaction) throws -> Bool {
        try !BlockingConfiguration(store.projects.settings(of: tx.scope.project, tx).blockingFunctions).triggers.isEmpty
    }

    /// Adds the account of a user who has come alone, after asking the project's function about it.
    ///
    /// - Throws: `APIError` if the function or the storage refuses; ``CommitAndRefuse`` `USER_DISABLED` if the function
    ///   wants the account, and wants it disabled.
    func create(_ account: Account, _ tx: borrowing Transaction) throws -> Account {
        var account = account
        if let answer = try answer(.beforeCreate, about: account, proof: nil, tx) { answer.apply(to: &account) }
        let stored = try writer.create(account, tx)
        guard !stored.isDisabled else { throw CommitAndRefuse(refusal: APIError(.userDisabled)) }
        state.withLock { $0.created = stored.id }
        return stored
    }

    /// Asks the project's function about a user whose credentials are right.
    ///
    /// - Returns: The account as it is stored by then, and the claims that the session gets, as JSON text.
    /// - Throws: What the function refuses with; a new account stays, as in the official emulator.
    func signIn(
        _ account: Account,
        proof: SecondFactorProof?,
        _ tx: borrowing Transaction
    ) throws -> (account: Account, claims: String?) {
        let found: BlockingAnswer?
        do {
            found = try answer(.beforeSignIn, about: account, proof: proof, tx)
        } catch let refusal as APIError {
            let isNew = state.withLock { $0.question == nil && $0.created == account.id }
            if isNew { throw CommitAndRefuse(refusal: refusal) }
            throw refusal
        }
        guard let found else { return (account, nil) }
        guard found.changesAccount else { return (account, found.sessionClaims) }
        var changed = account
        found.apply(to: &changed)
        let stored = try writer.change(account, to: changed, by: .administrator(revokes: false), tx).account
        guard !stored.isDisabled else { throw CommitAndRefuse(refusal: APIError(.userDisabled)) }
        return (stored, found.sessionClaims)
    }

    /// The answer of a project's function; `nil` if it has none.
    private func answer(
        _ event: BlockingEvent,
        about account: Account,
        proof: SecondFactorProof?,
        _ tx: borrowing Transaction
    ) throws -> BlockingAnswer? {
        let settings = try store.projects.settings(of: tx.scope.project, tx)
        let configuration = BlockingConfiguration(settings.blockingFunctions)
        guard let trigger = configuration.triggers[event] else { return nil }
        let question = BlockingQuestion(
            event,
            about: account,
            state.withLock { $0.context },
            configuration,
            trigger,
            proof: proof,
            in: tx.call
        )
        let key = question.key
        guard let answer = state.withLock({ $0.answers[key] }) else {
            state.withLock { $0.question = question }
            throw Self.unanswered
        }
        return try answer.get()
    }
}
