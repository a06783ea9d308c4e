import Bookshelf
import HearthCore

/// Accounts for tests of screens: answers what the test says, and notes what it was asked.
final class MockAccounts: Accounts {
    private struct State {
        var current: Reader?
        var answers: [Result<SignIn, AccountError>] = []
        var calls: [String] = []
    }

    private let state = Locked(State())

    var calls: [String] { state.withLock(\.calls) }
    var current: Reader? { state.withLock(\.current) }
    var changes: AsyncStream<Reader?> { AsyncStream { $0.yield(current) } }

    func willAnswer(_ answer: Result<SignIn, AccountError>) {
        state.withLock { $0.answers.append(answer) }
    }

    func signUp(email: String, password: String) async throws(AccountError) -> SignIn { try next("signUp") }
    func signIn(email: String, password: String) async throws(AccountError) -> SignIn { try next("signIn") }
    func signInWithGoogle() async throws(AccountError) -> SignIn { try next("google") }
    func continueAsGuest() async throws(AccountError) -> SignIn { try next("guest") }
    func enter(code: String) async throws(AccountError) -> SignIn { try next("code \(code)") }
    func signOut() async throws(AccountError) { state.withLock { $0.current = nil } }
    func deleteAccount(password: String) async throws(AccountError) { state.withLock { $0.current = nil } }

    private func next(_ call: String) throws(AccountError) -> SignIn {
        let answer = state.withLock { state in
            state.calls.append(call)
            return state.answers.isEmpty ? .failure(.offline) : state.answers.removeFirst()
        }
        let signIn = try answer.get()
        if case .done(let reader) = signIn { state.withLock { $0.current = reader } }
        return signIn
    }
}
