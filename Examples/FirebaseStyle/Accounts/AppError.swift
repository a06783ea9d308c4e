/// What the app's screens know of what goes wrong.
enum AppError: Error, Equatable {
    case badCredentials
    case input(String)
    case addressTaken
    case needsSecondFactor
    case needsRecentSignIn
    case noSession
    case offline
    case other(String)
}
