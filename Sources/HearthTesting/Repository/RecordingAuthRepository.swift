internal import HearthAuth
internal import HearthCore
public import HearthModels

/// A repository for tests and previews of screens: notes what was asked of it, and answers as it was told.
///
/// ```swift
/// let repository = RecordingAuthRepository()
/// repository.answer(.success(.signedIn(AuthUser(uid: "eve"), isNew: false)))
/// let model = SignInModel(AuthDependencies(repository))
/// await model.signIn(with: "google.com")
/// #expect(repository.calls == [.signIn("google.com")])
/// ```
///
/// Over another repository it passes every call on, unless it was told to fail or to hold it.
public final class RecordingAuthRepository: Sendable {
    /// Something that was asked of a repository, without any secret.
    public struct Call: Sendable, Hashable, CustomStringConvertible {
        /// The operation, as the repository calls it.
        public let name: String
        /// The provider, for operations that have one.
        public let provider: String?

        init(_ name: String, _ provider: String? = nil) {
            self.name = name
            self.provider = provider
        }

        /// A sign-in.
        ///
        /// - Parameter provider: The provider, for example `password`.
        /// - Returns: The call.
        public static func signIn(_ provider: String) -> Call { Call("signIn", provider) }

        /// A sign-up.
        ///
        /// - Parameter provider: The provider, for example `password`.
        /// - Returns: The call.
        public static func signUp(_ provider: String) -> Call { Call("signUp", provider) }

        /// A guest who is to become a lasting user.
        ///
        /// - Parameter provider: The provider, for example `google.com`.
        /// - Returns: The call.
        public static func upgradeGuest(_ provider: String) -> Call { Call("upgradeGuest", provider) }

        /// Any other operation.
        ///
        /// - Parameter name: The operation, as the repository calls it.
        /// - Returns: The call.
        public static func other(_ name: String) -> Call { Call(name) }

        /// The operation and the provider.
        public var description: String { name + (provider.map { "(\($0))" } ?? "") }
    }

    private struct State: Sendable {
        var calls: [Call] = []
        var status = SessionStatus.signedOut(.never)
        var results: [Result<SignInResult, AppError>] = []
        var failures: [AppError] = []
        var isHeld = false
        var held: [AsyncStream<Never>.Continuation] = []
        var followers: [AsyncStream<SessionStatus>.Continuation] = []
    }

    private let state = Locked(State())
    let base: (any AuthRepository)?

    /// Creates a repository.
    ///
    /// - Parameter base: Another repository that calls are passed on to. Defaults to none.
    public init(over base: (any AuthRepository)? = nil) {
        self.base = base
    }

    /// What was asked so far, in order; what is read without waiting is not noted.
    public var calls: [Call] { state.withLock(\.calls) }

    /// Says what the next sign-in, of whatever kind, comes to; several answers are given one after the other.
    ///
    /// Without an answer, and without another repository, a sign-in fails. A user who is signed in by it is the
    /// ``HearthModels/SessionRepository/status`` from then on.
    ///
    /// - Parameter result: What it comes to.
    public func answer(_ result: Result<SignInResult, AppError>) {
        state.withLock { $0.results.append(result) }
    }

    /// Has the next call fail, before it is passed on.
    ///
    /// - Parameter error: Why.
    public func failNext(with error: AppError) {
        state.withLock { $0.failures.append(error) }
    }

    /// Changes what is known of the session, and tells those who follow it.
    ///
    /// - Parameter status: What is known now.
    public func show(_ status: SessionStatus) {
        let followers = state.withLock { state in
            state.status = status
            return state.followers
        }
        for follower in followers { follower.yield(status) }
    }

    /// Has every call from now on wait for ``release()``, as on a slow network; a cancelled call waits no longer.
    public func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Lets every call that waits go on.
    public func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for call in held { call.finish() }
    }

    var own: SessionStatus { state.withLock(\.status) }

    func follow() -> AsyncStream<SessionStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionStatus.self)
        let status = state.withLock { state in
            state.followers.append(continuation)
            return state.status
        }
        continuation.yield(status)
        return stream
    }

    /// Notes a call, holds it, and fails it, as told.
    func take(_ call: Call) async throws(AppError) {
        let (gate, continuation) = AsyncStream.makeStream(of: Never.self)
        let isHeld = state.withLock { state in
            state.calls.append(call)
            if state.isHeld { state.held.append(continuation) }
            return state.isHeld
        }
        if isHeld { for await _ in gate {} }
        if Task.isCancelled { throw AppError(.cancelled, Message(.cancelled)) }
        if let error = state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) { throw error }
    }

    /// Notes a call that is no sign-in, and passes it on.
    func pass<Value: Sendable>(
        _ name: String,
        _ work: (any AuthRepository) async throws(AppError) -> Value
    ) async throws(AppError) -> Value {
        try await take(.other(name))
        guard let base else { throw Self.unanswered }
        return try await work(base)
    }

    /// Notes a call that nobody waits for, and passes it on.
    func note(_ name: String, _ work: (any AuthRepository) async -> Void) async {
        state.withLock { $0.calls.append(.other(name)) }
        if let base { await work(base) }
    }

    /// Notes a sign-in, and answers it.
    func signIn(
        _ call: Call,
        _ work: (any AuthRepository) async throws(AppError) -> SignInResult
    ) async throws(AppError) -> SignInResult {
        try await take(call)
        if let answer = state.withLock({ $0.results.isEmpty ? nil : $0.results.removeFirst() }) {
            let result = try answer.get()
            if case .signedIn(let user, _) = result { show(.signedIn(user)) }
            return result
        }
        guard let base else { throw Self.unanswered }
        return try await work(base)
    }

    /// Notes a change of the user, and answers with the user as changed.
    func change(
        _ name: String,
        _ edit: @Sendable (inout AuthUser) -> Void,
        _ work: (any AuthRepository) async throws(AppError) -> AuthUser
    ) async throws(AppError) -> AuthUser {
        try await take(.other(name))
        if let base { return try await work(base) }
        guard var user = own.user else { throw Self.unanswered }
        edit(&user)
        show(.signedIn(user))
        return user
    }

    private static var unanswered: AppError { AppError(.general, Message(.unknownProblem)) }
}
