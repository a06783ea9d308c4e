internal import HearthCore
internal import HearthWire

/// How long a mailed code can be used.
enum CodeLifetime {
    /// The lifetime of a code; `nil` for no end, as in the emulator.
    static func of(_ type: CodeType, _ profile: BackendConfiguration.Profile) -> Duration? {
        guard profile == .strict else { return nil }
        switch type {
        case .passwordReset: return .hours(1)
        case .emailSignIn: return .minutes(15)
        case .recoverEmail, .revertSecondFactor: return .hours(24 * 7)
        default: return .hours(24)
        }
    }
}
