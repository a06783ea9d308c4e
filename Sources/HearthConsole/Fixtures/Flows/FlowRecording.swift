internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// What the log has of a flow: its requests and messages in the order in which a test repeats them.
struct FlowRecording {
    /// A request and its answer, read.
    struct Exchange {
        let operation: String
        let request: HTTPRequest
        let body: JSONObject
        let status: Int
        /// The first word of the refusal; `nil` for success.
        let error: String?
        let answer: JSONValue

        var isRefused: Bool { status >= 400 }
        /// Whether an Admin SDK asked, and no app.
        var isAdministrator: Bool { request.fields["authorization"] != nil }

        init(_ operation: String, _ exchange: TrafficEntry.Exchange) {
            self.operation = operation
            request = exchange.request
            body = TrafficFacts.document(of: request.body, request.fields)?.object ?? JSONObject()
            status = exchange.status
            answer = TrafficFacts.document(of: exchange.responseBody, exchange.responseFields) ?? .null
            error = answer["error"]?["message"]?.string.map { String($0.prefix { $0 != " " }) }
        }
    }

    enum Content {
        case exchange(Exchange)
        case message(TrafficEntry.Message)
    }

    struct Step {
        let number: Int
        let content: Content
        /// When it was, by the emulator's clock.
        let start: UnixTime
    }

    let flow: Flow
    let steps: [Step]
    /// The accounts that were made while the flow ran or after it.
    let created: Set<String>

    var exchanges: [Exchange] {
        steps.compactMap { if case .exchange(let exchange) = $0.content { exchange } else { nil } }
    }

    /// Reads a flow.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - entries: The log, oldest first.
    /// - Throws: ``ConsoleRefusal`` if the log does not hold all of the flow any more.
    init(_ flow: Flow, _ entries: [TrafficEntry]) throws(ConsoleRefusal) {
        self.flow = flow
        var wanted = Set(flow.steps)
        var clock = RecordedClock()
        var created: Set<String> = []
        var found: [Int: Step] = [:]
        for entry in entries {
            let start = clock.time(of: entry.start)
            // The backend of a test has no functions, and nothing waits for one.
            if case .delivery = entry.kind { wanted.remove(entry.number) }
            guard case .exchange(let exchange) = entry.kind else {
                if case .message(let message) = entry.kind, wanted.contains(entry.number) {
                    found[entry.number] = Step(number: entry.number, content: .message(message), start: start)
                }
                continue
            }
            let read = Exchange(entry.operation, exchange)
            if entry.operation == "UpdateClock" { clock.move(read.answer, at: entry.start) }
            if entry.number >= flow.steps.min() ?? 0, let id = read.createdAccount { created.insert(id) }
            guard wanted.contains(entry.number) else { continue }
            guard !exchange.isCut else {
                throw ConsoleRefusal(409, "A body of this flow is longer than what the log keeps.")
            }
            found[entry.number] = Step(number: entry.number, content: .exchange(read), start: start)
        }
        guard found.count == wanted.count else {
            throw ConsoleRefusal(410, "The log does not hold all steps of this flow any more.")
        }
        steps = flow.steps.compactMap { found[$0] }
        self.created = created
    }
}

extension FlowRecording.Exchange {
    /// The account that the request made.
    fileprivate var createdAccount: String? {
        guard status == 200, let id = answer["localId"]?.string ?? answer["user_id"]?.string else { return nil }
        // With a token it gives a guest a password.
        let isSignUp = operation == "SignUp" && body["idToken"] == nil
        return isSignUp || answer["isNewUser"]?.bool == true ? id : nil
    }
}

/// The emulator's clock as the log saw it move.
private struct RecordedClock {
    private var offset = Duration.zero
    private var stoppedAt: UnixTime?

    func time(of moment: UnixTime) -> UnixTime { stoppedAt ?? moment + offset }

    mutating func move(_ state: JSONValue, at moment: UnixTime) {
        guard let shown = state["now"]?.string.flatMap({ UnixTime(rfc3339: $0) }) else { return }
        stoppedAt = state["frozen"]?.bool == true ? shown : nil
        offset = shown - moment
    }
}

extension JSONValue {
    /// The first value of a name: the object's own, else that of the first member that has one.
    func first(named name: String) -> JSONValue? {
        switch self {
        case .object(let object):
            if let value = object[name] { return value }
            for member in object.members {
                if let value = member.value.first(named: name) { return value }
            }
        case .array(let values):
            for value in values {
                if let value = value.first(named: name) { return value }
            }
        default: break
        }
        return nil
    }
}
