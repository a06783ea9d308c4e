/// What the app's screens know of what goes wrong.
public enum ShopError: Error, Sendable, Equatable {
    /// The input is not accepted; the text says why.
    case input(String)
    /// There is no profile yet.
    case noProfile
    /// The customer may not do this, or is not signed in.
    case notAllowed
    /// The server cannot be reached.
    case offline
    /// Something else.
    case other(String)
}
