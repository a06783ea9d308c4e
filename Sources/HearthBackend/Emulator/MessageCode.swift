internal import HearthCore

/// What tells the code of a message from all others, without the code.
enum MessageCode: Sendable, Hashable {
    /// The digest of a mailed code.
    case mailed([UInt8])
    /// The digest of the session of a texted code.
    case texted([UInt8])
}

/// A code that was sent and is neither used nor forgotten.
struct PendingCode: Sendable {
    /// When it ends; `nil` for never.
    let expiresAt: UnixTime?
    /// How often a wrong code was typed.
    var tries = 0
    /// Whether a change of its account made it void.
    var isVoid = false
}

extension Mailer {
    /// The emulator's inbox, if that is where mails go.
    var inbox: MessageLog? { self as? MessageLog }
}

extension TextMessenger {
    /// The emulator's inbox, if that is where text messages go.
    var inbox: MessageLog? { self as? MessageLog }
}
