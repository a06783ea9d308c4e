internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Makes entries of notes, and flows of entries.
extension TrafficLog {
    func read(_ note: TrafficRing.Note) {
        switch note {
        case .mail(let mail, let start):
            let message = TrafficEntry.Message(
                channel: "EMAIL",
                purpose: mail.type,
                to: mail.to.text,
                code: mail.code,
                link: mail.link
            )
            add(
                message,
                keys: ["person:\(message.to.lowercased())", TrafficFacts.digest(of: mail.code.reveal())],
                start
            )
        case .text(let text, let start):
            let message = TrafficEntry.Message(
                channel: "SMS",
                purpose: text.purpose.rawValue,
                to: text.to.text,
                code: text.code,
                link: nil
            )
            add(message, keys: ["person:\(text.to.text)", TrafficFacts.digest(of: text.code.reveal())], start)
        case .delivery(let delivery):
            append(delivery.step) { number in
                TrafficEntry(
                    number: number,
                    start: delivery.start,
                    milliseconds: Double(delivery.milliseconds),
                    operation: "Delivery",
                    isFromConsole: false,
                    kind: .delivery(delivery)
                )
            }
        case .exchange(let packed, let start, let took, let isFromConsole):
            let exchange = packed.exchange
            let milliseconds = Double(took.components.seconds) * 1000 + Double(took.components.attoseconds) / 1e15
            let operation = name(HTTPRequestHead(exchange.request))
            append(Self.step(exchange, operation, start, milliseconds, isFromConsole)) { number in
                TrafficEntry(
                    number: number,
                    start: start,
                    milliseconds: milliseconds,
                    operation: operation,
                    isFromConsole: isFromConsole,
                    kind: .exchange(exchange)
                )
            }
        }
    }

    private func add(_ message: TrafficEntry.Message, keys: Set<String>, _ start: UnixTime) {
        let step = FlowStep(
            number: 0,
            operation: nil,
            start: start,
            end: start,
            outcome: nil,
            isOpening: false,
            keys: keys,
            person: message.to
        )
        append(step) { number in
            TrafficEntry(
                number: number,
                start: start,
                milliseconds: 0,
                operation: "Message",
                isFromConsole: false,
                kind: .message(message)
            )
        }
    }

    /// Says that entries are missing between those that a page has and those that come; before the first there is no gap.
    func noteGap(_ count: Int) {
        guard state.withLock({ !$0.entries.isEmpty }) else { return }
        let start = now()
        let step = FlowStep(number: 0, operation: "Gap", start: start, end: start, isOpening: false, keys: [])
        append(step) { number in
            TrafficEntry(
                number: number,
                start: start,
                milliseconds: 0,
                operation: "Gap",
                isFromConsole: false,
                kind: .gap(count)
            )
        }
    }

    private static func step(
        _ exchange: TrafficEntry.Exchange,
        _ operation: String,
        _ start: UnixTime,
        _ milliseconds: Double,
        _ isFromConsole: Bool
    ) -> FlowStep {
        let request = TrafficFacts.document(of: exchange.request.body, exchange.request.fields)
        let response = TrafficFacts.document(of: exchange.responseBody, exchange.responseFields)
        let isIdentity = !operation.contains(" ")
        let (keys, person) = TrafficFacts.keys(of: [request, response].compactMap(\.self))
        return FlowStep(
            number: 0,
            operation: operation,
            start: start,
            end: start + .milliseconds(Int64(milliseconds.rounded(.up))),
            outcome: FlowOutcome(
                operation: operation,
                status: exchange.status,
                error: TrafficFacts.error(in: exchange),
                request: request?.object ?? JSONObject(),
                response: response?.object ?? JSONObject()
            ),
            // A signed-in user's request for a mail goes on with what the user was doing.
            isOpening: FlowOutcome.openings.contains(operation) && request?.object?["idToken"] == nil,
            // What a page of the console asks for is its reader's, but for a mail that it sends to a user.
            keys: isIdentity && (!isFromConsole || operation == "SendCode") ? keys : [],
            person: person,
            client: TrafficFacts.client(of: exchange.request.fields)
        )
    }

    private func append(_ step: FlowStep, _ make: (Int) -> TrafficEntry) {
        state.withLock { state in
            let number = state.first + state.entries.count
            let entry = make(number)
            var step = step
            step.number = number
            state.entries.append(entry)
            state.bytes += entry.size
            state.changes.append((number, state.grouper.add(step)))
            while state.entries.count > Self.limit || state.bytes > Self.byteLimit && state.entries.count > 1 {
                // In large steps: removing from an array's front moves the rest.
                let count = max(1, state.entries.count / 16)
                state.bytes -= state.entries.prefix(count).reduce(0) { $0 + $1.size }
                state.entries.removeFirst(count)
                state.changes.removeFirst(count)
                state.first += count
            }
        }
    }
}
