/// Where accounts come from, as the use cases see it.
protocol AccountRepository: Sendable {
    var current: Account? { get }

    func signUp(email: String, password: String) async throws -> Account
    func signIn(email: String, password: String) async throws -> Account
    func continueAsGuest() async throws -> Account
    func signIn(with google: GoogleTokens) async throws -> Account
    func rename(to name: String) async throws -> Account
    func sendPasswordReset(to email: String) async throws
    func signOut() throws
    func deleteAccount(confirmedBy password: String) async throws
}

/// What Google's sign-in SDK hands over.
struct GoogleTokens: Sendable {
    var idToken: String
    var accessToken: String
}
