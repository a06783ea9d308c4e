internal import HearthCore
internal import HearthWire

/// Keeps what was mailed and texted, and tells those who listen; every message goes on to where it belongs.
final class MessageLog: Mailer, TextMessenger {
    /// A message of a project.
    struct Kept: Sendable {
        let project: ProjectID
        let entry: ListInbox.Entry
        let original: Original
        let code: MessageCode
        /// When the code was used, as far as the backend was told.
        var usedAt: UnixTime?
    }

    /// A message as it was delivered.
    enum Original: Sendable {
        case mail(CodeMail)
        case text(CodeText)

        /// What tells the code of the message from all others.
        var code: MessageCode {
            switch self {
            case .mail(let mail): .mailed(CodeTable.digest(mail.code))
            case .text(let text): .texted(TokenDigest.of(text.session))
            }
        }
    }

    /// The most messages that are kept, and that wait for a slow listener.
    static let limit = 1000
    /// The most listeners at a time.
    static let listenerLimit = 32
    /// The most listeners of one browser, which has six connections for everything.
    static let listenersOfBrowser = 4

    private struct Listener: Sendable {
        let project: ProjectID
        let browser: String?
        let messages: AsyncStream<ListInbox.Entry>.Continuation
    }

    private struct State: Sendable {
        var kept: [Kept] = []
        var count = 0
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        var isClosed = false

        /// Whether one more may listen.
        var hasRoom: Bool { listeners.count < MessageLog.listenerLimit && !isClosed }

        /// Whether one more page of a browser may listen.
        func hasRoom(for browser: String?) -> Bool {
            guard let browser else { return true }
            return listeners.values.count { $0.browser == browser } < MessageLog.listenersOfBrowser
        }
    }

    private let mailer: any Mailer
    private let messenger: any TextMessenger
    private let now: @Sendable () -> UnixTime
    // Numbers begin anew with the process; who comes back with one of another run gets everything.
    private let run: String
    private let state = Locked(State())

    init(
        _ mailer: any Mailer,
        _ messenger: any TextMessenger,
        random: RandomSource,
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.mailer = mailer
        self.messenger = messenger
        self.now = now
        run = random.alphanumeric(8)
    }

    func deliver(_ mail: CodeMail) {
        keep(mail.project, .mail(mail)) { entry in
            entry.channel = "EMAIL"
            entry.requestType = CodeType(rawValue: mail.type)
            entry.to = mail.to.text
            entry.newEmail = mail.newEmail?.text
            entry.code = mail.code
            entry.link = mail.link
        }
        mailer.deliver(mail)
    }

    func deliver(_ text: CodeText) {
        keep(text.project, .text(text)) { entry in
            entry.channel = "SMS"
            entry.purpose = text.purpose.rawValue
            entry.to = text.to.text
            entry.code = text.code
        }
        messenger.deliver(text)
    }

    /// The messages of a project that are kept, oldest first.
    func all(of project: ProjectID) -> [ListInbox.Entry] {
        state.withLock { Self.entries(of: project, in: $0) }
    }

    /// The messages of a project that are kept with what became of them, oldest first.
    func kept(of project: ProjectID) -> [Kept] {
        state.withLock { state in state.kept.filter { $0.project == project } }
    }

    /// Notes that a code was used; the transaction that uses it may still be undone.
    func noteUse(of code: MessageCode, at moment: UnixTime) {
        state.withLock { state in
            for index in state.kept.indices where state.kept[index].code == code {
                state.kept[index].usedAt = moment
            }
        }
    }

    /// Whether one more may listen.
    var hasRoom: Bool {
        state.withLock { $0.hasRoom }
    }

    /// Whether one more page of a browser may listen.
    func hasRoom(for browser: String?) -> Bool {
        state.withLock { $0.hasRoom(for: browser) }
    }

    /// Begins to listen: first comes what is kept of a project after a message, then what happens.
    ///
    /// - Returns: The messages, until the log is closed or the listener leaves, and the listener's number; `nil` if
    ///   there is no room.
    func join(_ project: ProjectID, _ follower: Follower) -> (messages: AsyncStream<ListInbox.Entry>, listener: Int)? {
        let (messages, continuation) = AsyncStream.makeStream(
            of: ListInbox.Entry.self,
            bufferingPolicy: .bufferingNewest(Self.limit)
        )
        let listener = state.withLock { state -> Int? in
            guard state.hasRoom, state.hasRoom(for: follower.browser) else { return nil }
            let entries = Self.entries(of: project, in: state)
            let start = entries.firstIndex { $0.id == follower.lastEventID }.map { $0 + 1 } ?? 0
            for entry in entries[start...] { continuation.yield(entry) }
            state.nextListener += 1
            state.listeners[state.nextListener] = Listener(
                project: project,
                browser: follower.browser,
                messages: continuation
            )
            return state.nextListener
        }
        return listener.map { (messages, $0) }
    }

    /// Forgets a listener.
    func leave(_ listener: Int) {
        state.withLock { $0.listeners[listener] = nil }
    }

    /// Ends every listening.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for listener in state.listeners.values { listener.messages.finish() }
        }
    }

    private func keep(_ project: ProjectID, _ original: Original, _ fill: (inout ListInbox.Entry) -> Void) {
        var message = ListInbox.Entry { $0.sentAt = CivilTime(now()).rfc3339 }
        fill(&message)
        let code = original.code
        state.withLock { [message] state in
            var message = message
            state.count += 1
            message.id = "\(run).\(state.count)"
            if state.kept.count == Self.limit { state.kept.removeFirst() }
            state.kept.append(Kept(project: project, entry: message, original: original, code: code))
            for listener in state.listeners.values where listener.project == project {
                listener.messages.yield(message)
            }
        }
    }

    private static func entries(of project: ProjectID, in state: State) -> [ListInbox.Entry] {
        state.kept.filter { $0.project == project }.map(\.entry)
    }
}
