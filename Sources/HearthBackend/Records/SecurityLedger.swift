internal import HearthCore
internal import HearthCrypto
internal import HearthWire

/// Tells the operator of sign-ins, of refusals, and of what matters to the safety of accounts: in numbers for `/metrics`,
/// and in lines of the log where the policy asks for them.
///
/// No line holds a secret, an address, a number or a network: clients are named by a word that is theirs until the
/// process ends, so that lines of one client can be told from those of others.
final class SecurityLedger: Sendable {
    /// The most lines about refusals in a minute: a flood is counted, and does not fill the disk.
    static let linesOfMinute = 120
    /// The most reasons of refusals that are counted one by one.
    static let mostReasons = 256

    private struct State: Sendable {
        var counts = SecurityCounts()
        var quarters = QuarterHours()
        var minute: Int64 = 0
        var lines = 0
        var omitted = 0
    }

    private let writesLines: Bool
    private let write: @Sendable (Log.Level, String) -> Void
    private let queue: LogQueue
    private let names: HMAC
    private let now: @Sendable () -> UnixTime
    private let state = Locked(State())

    init(writesLines: Bool, environment: BackendEnvironment) {
        self.writesLines = writesLines
        let queue = LogQueue(environment.log)
        self.queue = queue
        // Tests read the log right after the answer.
        let later: @Sendable (Log.Level, String) -> Void = { level, line in queue.add(level, line) }
        write = environment.probe?.logged ?? later
        now = environment.now
        names = HMAC(key: Secret(environment.random.bytes(32)))
    }

    deinit { queue.close() }

    /// What was counted since the process began.
    var counts: SecurityCounts { state.withLock { $0.counts } }
    /// What was counted in each quarter of an hour of the last day.
    var quarters: QuarterHours { state.withLock { $0.quarters } }

    /// Writes down what a request did that was answered; an answer of 400 and above is a refusal in a form of its own.
    func close(_ record: CallRecord, answer status: Int, operation: @autoclosure () -> String) {
        if status >= 400 { refuse(record, operation: operation(), code: nil, status: status) }
        let call = record.summary
        let isAdministration = call.author != .user && call.hasWritten
        guard !call.events.isEmpty || isAdministration else { return }
        let moment = now()
        state.withLock { state in
            for event in call.events {
                state.counts.events[event.kind, default: 0] += 1
                switch event.kind {
                case .signIn: state.quarters.count(at: moment) { $0.signIns += 1 }
                case .accountCreated: state.quarters.count(at: moment) { $0.newAccounts += 1 }
                default: break
                }
            }
            if isAdministration { state.counts.administration += 1 }
        }
        guard writesLines else { return }
        let operation = operation()
        for event in call.events {
            write(
                .info,
                line(
                    event.kind.rawValue,
                    operation,
                    call,
                    [
                        ("account", event.account.map { word($0.rawValue) }),
                        ("method", event.method.map { word($0.rawValue) }),
                    ]
                )
            )
        }
        if isAdministration { write(.info, line("administration", operation, call, [])) }
    }

    /// Writes down that a request was refused.
    func refuse(_ record: CallRecord, operation: String, code: APIError.Code?, status: Int) {
        let call = record.summary
        let reason = Refusal(status: status, reason: code.flatMap { Self.plain($0.rawValue) } ?? "OTHER")
        let isLine = writesLines && reason.tellsOfAttack
        let moment = now()
        let (isWritten, omitted) = state.withLock { state -> (Bool, Int) in
            let isKnown = state.counts.refusals[reason] != nil || state.counts.refusals.count < Self.mostReasons
            state.counts.refusals[isKnown ? reason : Refusal(status: status, reason: "OTHER"), default: 0] += 1
            if reason.tellsOfAttack { state.quarters.count(at: moment) { $0.refusals += 1 } }
            return isLine ? Self.admitLine(&state, at: moment) : (false, 0)
        }
        if omitted > 0 { write(.warning, Self.omission(of: omitted)) }
        guard isWritten else { return }
        let text = line(
            reason.isLockout ? "locked-out" : "refused",
            operation,
            call,
            [("code", reason.reason), ("status", "\(status)")]
        )
        write(reason.isLockout ? .warning : .info, text)
    }

    /// The line in place of lines that were left out.
    static func omission(of count: Int) -> String { "security event=lines-left-out count=\(count)" }

    /// Whether one more line about a refusal may be written, and how many were not in a minute that is over.
    private static func admitLine(_ state: inout State, at moment: UnixTime) -> (Bool, Int) {
        var omitted = 0
        if moment.seconds / 60 != state.minute {
            omitted = state.omitted
            (state.minute, state.lines, state.omitted) = (moment.seconds / 60, 0, 0)
        }
        guard state.lines < linesOfMinute else {
            state.omitted += 1
            return (false, omitted)
        }
        state.lines += 1
        return (true, omitted)
    }

    private func line(
        _ event: String,
        _ operation: String,
        _ call: CallRecord.Summary,
        _ more: [(String, String?)]
    ) -> String {
        let author =
            switch call.author {
            case .user: "user"
            case .operator: "operator"
            case .serviceAccount(let digits): "service-account:\(word(digits))"
            }
        let fields: [(String, String?)] =
            [("event", event), ("operation", operation), ("by", author)] + more + [
                ("project", call.scope.map { "\($0.project)" }),
                ("tenant", call.scope?.tenant.map { word($0.rawValue) }),
                ("client", call.source.map { pseudonym($0) }),
            ]
        return "security" + fields.compactMap { name, value in value.map { " \(name)=\($0)" } }.joined()
    }

    /// A name as it is, if it is a plain word; another one may be an address or a number, or break the line.
    private func word(_ name: String) -> String {
        let isPlain =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        return isPlain ? name : pseudonym(name)
    }

    /// A word that stands for a text until the process ends, and from which the text cannot be found.
    private func pseudonym(_ text: String) -> String {
        "~" + Hex.encode(names.authenticate(Array(text.utf8)).prefix(8))
    }

    /// A code as the wire has it; `nil` for words.
    private static func plain(_ code: String) -> String? {
        let isCode =
            (3...64).contains(code.utf8.count)
            && code.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        return isCode ? code : nil
    }
}
