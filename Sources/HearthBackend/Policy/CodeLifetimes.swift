internal import HearthCore
internal import HearthWire

/// How long mailed codes can be used; `nil` for ever.
struct CodeLifetimes: Sendable {
    /// A code that sets a new password.
    var passwordReset: Duration?
    /// A link that signs in.
    var emailSignIn: Duration?
    /// A code that takes a change back, which the owner may find late.
    var undo: Duration?
    /// Every other code.
    var other: Duration?

    /// Codes without an end, as the emulator's.
    static let unlimited = CodeLifetimes()

    /// The lifetimes of production.
    static let production = CodeLifetimes(
        passwordReset: .hours(1),
        emailSignIn: .minutes(15),
        undo: .hours(24 * 7),
        other: .hours(24)
    )

    /// The lifetime of a code of a type.
    subscript(type: CodeType) -> Duration? {
        switch type {
        case .passwordReset: passwordReset
        case .emailSignIn: emailSignIn
        case .recoverEmail, .revertSecondFactor: undo
        default: other
        }
    }
}
