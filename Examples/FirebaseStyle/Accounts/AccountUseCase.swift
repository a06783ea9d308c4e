/// What a person can do with an account; the rules that need no server are checked here.
struct AccountUseCase: Sendable {
    let accounts: any AccountRepository

    func signUp(email: String, password: String) async throws -> Account {
        try check(email)
        guard password.count >= 8 else { throw AppError.input("A password has eight characters or more.") }
        return try await accounts.signUp(email: email, password: password)
    }

    func signIn(email: String, password: String) async throws -> Account {
        try check(email)
        return try await accounts.signIn(email: email, password: password)
    }

    private func check(_ email: String) throws {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") else {
            throw AppError.input("This is not an e-mail address.")
        }
    }
}
