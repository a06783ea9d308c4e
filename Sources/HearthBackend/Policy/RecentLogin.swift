internal import HearthCore
internal import HearthWire

/// Who changes what an account is must have proved a short while ago who they are.
enum RecentLogin {
    /// How long a sign-in counts as recent.
    static let window: Duration = .minutes(5)

    /// Refuses a session that is too old, by its own `auth_time`.
    static func check(
        authTime: Int64,
        now: UnixTime,
        _ profile: BackendConfiguration.Profile
    ) throws(APIError) {
        guard profile == .strict else { return }
        guard now - UnixTime(seconds: authTime) <= window else { throw APIError(.credentialTooOldLoginAgain) }
    }
}
