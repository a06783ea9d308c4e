public import HearthBackend
internal import HearthCore

/// A mail that a backend sent in a test.
public struct Mail: Sendable, Hashable {
    /// What a mail is for, open to new values.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates a kind from its spelling on the wire.
        ///
        /// - Parameter rawValue: The spelling on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Proves an address.
        public static let verifyEmail = Kind(rawValue: "VERIFY_EMAIL")
        /// Allows a new password.
        public static let passwordReset = Kind(rawValue: "PASSWORD_RESET")
        /// Signs in.
        public static let emailSignIn = Kind(rawValue: "EMAIL_SIGNIN")
        /// Proves a new address and puts it in place of the old one.
        public static let verifyAndChangeEmail = Kind(rawValue: "VERIFY_AND_CHANGE_EMAIL")
        /// Undoes the change of an address.
        public static let recoverEmail = Kind(rawValue: "RECOVER_EMAIL")
    }

    /// What the mail is for.
    public let kind: Kind
    /// The address it went to.
    public let to: String
    /// The code in it.
    public let code: String
    /// The link in it.
    public let link: String
}

/// Everything that a backend mailed, for a test to read.
public final class Inbox: Mailer {
    private struct Waiter: Sendable {
        let kind: Mail.Kind
        let address: String
        let continuation: AsyncStream<Mail>.Continuation
    }

    private struct State: Sendable {
        var unread: [Mail] = []
        var all: [Mail] = []
        var waiters: [Waiter] = []
    }

    private let state = Locked(State())

    /// Creates an empty inbox.
    public init() {}

    /// Every mail so far, oldest first, read or not.
    public var all: [Mail] {
        state.withLock { $0.all }
    }

    /// Takes the oldest unread mail of a kind to an address, and waits for one if there is none.
    ///
    /// - Parameters:
    ///   - kind: What the mail is for.
    ///   - address: The address it goes to, in any case.
    /// - Returns: The mail.
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    public func next(_ kind: Mail.Kind, to address: String) async throws -> Mail {
        let address = address.lowercased()
        let (mails, continuation) = AsyncStream.makeStream(of: Mail.self)
        state.withLock { state in
            if let index = state.unread.firstIndex(where: { $0.kind == kind && $0.to == address }) {
                continuation.yield(state.unread.remove(at: index))
            } else {
                state.waiters.append(Waiter(kind: kind, address: address, continuation: continuation))
            }
        }
        for await mail in mails { return mail }
        throw CancellationError()
    }

    /// Puts a mail into the inbox.
    ///
    /// - Parameter mail: The mail.
    public func deliver(_ mail: CodeMail) {
        let received = Mail(
            kind: Mail.Kind(rawValue: mail.type),
            to: mail.to.lowercased(),
            code: mail.code.reveal(),
            link: mail.link.reveal()
        )
        state.withLock { state in
            state.all.append(received)
            // A waiter whose task was cancelled takes nothing: the mail is for the next one.
            while let index = state.waiters.firstIndex(where: { $0.kind == received.kind && $0.address == received.to })
            {
                if case .enqueued = state.waiters.remove(at: index).continuation.yield(received) { return }
            }
            state.unread.append(received)
        }
    }
}
