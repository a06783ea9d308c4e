/// What the app's screens know of what goes wrong: the app's own error, with no word of the library's.
public enum AccountError: Error, Hashable {
    /// What the reader typed cannot be right; the text says why.
    case input(String)
    /// The address or the password is wrong.
    case badCredentials
    /// The service cannot be reached.
    case offline
    /// The reader has to sign in again.
    case signInAgain
    /// Anything else, in words for the reader.
    case other(String)
}
