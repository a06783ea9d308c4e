/// Where readers come from: the seam between the app and the library that signs them in.
///
/// The app's screens and rules are written against this protocol, and tested with a mock of it.
public protocol Accounts: Sendable {
    /// The reader who is signed in.
    var current: Reader? { get }
    /// The reader from now on, beginning with the present one.
    var changes: AsyncStream<Reader?> { get }

    /// Creates an account; a guest keeps the shelf.
    func signUp(email: String, password: String) async throws(AccountError) -> SignIn
    /// Signs in with an address and a password.
    func signIn(email: String, password: String) async throws(AccountError) -> SignIn
    /// Signs in with Google; a guest keeps the shelf.
    func signInWithGoogle() async throws(AccountError) -> SignIn
    /// Goes on without an account.
    func continueAsGuest() async throws(AccountError) -> SignIn
    /// Goes on with a sign-in that waits for a code.
    func enter(code: String) async throws(AccountError) -> SignIn
    /// Signs out on this device.
    func signOut() async throws(AccountError)
    /// Deletes the account and the shelf; the reader confirms with the password.
    func deleteAccount(password: String) async throws(AccountError)
}

/// What a sign-in comes to, if it is not refused.
public enum SignIn: Sendable, Hashable {
    /// The reader is signed in.
    case done(Reader)
    /// A code was texted, or is shown by the reader's authenticator app.
    case needsCode
    /// The address has an account with another sign-in method: sign in with that one first.
    case needsOtherMethod(email: String?)
}
