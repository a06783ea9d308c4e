internal import HearthConsole
internal import HearthCore
internal import HearthJSON
internal import HearthTriggers

/// What came of the newest deliveries of events to functions, bounded: the oldest are forgotten first.
final class DeliveryBook: Sendable {
    /// What a delivery came to.
    enum State: String {
        /// The function acts on the event now.
        case running
        /// The function has acted on it.
        case done
        /// The function failed, and gets the event again.
        case retried
        /// The function failed, and does not get the event again.
        case dropped
        /// The function's host could not be reached: the event waits.
        case waiting
    }

    /// The last delivery of an event to a function.
    struct Delivery: Sendable {
        /// The event's number here, the same for each attempt: what shows one is not left behind by the next.
        let number: Int
        let function: String
        let event: TriggerEvent
        let start: UnixTime
        let attempts: Int
        var state: State
        var milliseconds: Int64?
        var reason: String?
    }

    private struct Book {
        /// The newest attempt last.
        var deliveries: [Delivery] = []
        var last = 0
        var bytes = 0
    }

    /// The most deliveries that are kept.
    static let limit = 200
    /// The most bytes of payloads together.
    static let byteLimit = 8 << 20

    private let now: @Sendable () -> UnixTime
    private let book = Locked(Book())
    private let follower = Locked<(@Sendable (Delivery) -> Void)?>(nil)

    /// Creates an empty book.
    ///
    /// - Parameter now: The clock. Defaults to the system's.
    init(now: @escaping @Sendable () -> UnixTime = { .systemNow() }) {
        self.now = now
    }

    /// A trigger whose deliveries are noted here.
    func noting(_ trigger: Trigger) -> Trigger {
        Trigger(trigger.declaration) { [self] event in
            let number = begin(event, trigger.function)
            do {
                try await trigger.run(event)
                end(number, .done, nil)
            } catch {
                let isOver = error is UnreachableFunction || Task.isCancelled
                let isRetried = trigger.declaration.retryFor.map { now() - event.time < $0 } ?? false
                end(number, isOver ? .waiting : isRetried ? .retried : .dropped, "\(error)")
                throw error
            }
        }
    }

    /// Calls a function with each attempt that ends from now on, in place of one that was called before.
    func follow(_ follow: @escaping @Sendable (Delivery) -> Void) { follower.withLock { $0 = follow } }

    /// The newest deliveries, the newest first.
    var newest: [Delivery] { book.withLock { $0.deliveries.reversed() } }

    /// A delivery by its number; `nil` if it is not kept any more.
    func delivery(_ number: Int) -> Delivery? {
        book.withLock { book in book.deliveries.first { $0.number == number } }
    }

    private func begin(_ event: TriggerEvent, _ function: String) -> Int {
        let start = now()
        return book.withLock { book in
            var (number, attempts) = (book.last + 1, 1)
            if let place = book.deliveries.firstIndex(where: { $0.function == function && $0.event.id == event.id }) {
                let former = book.deliveries.remove(at: place)
                number = former.number
                attempts += former.attempts
                book.bytes -= former.event.payload.count
            }
            book.deliveries.append(
                Delivery(
                    number: number,
                    function: function,
                    event: event,
                    start: start,
                    attempts: attempts,
                    state: .running
                )
            )
            book.last = max(book.last, number)
            book.bytes += event.payload.count
            while book.deliveries.count > Self.limit || book.bytes > Self.byteLimit && book.deliveries.count > 1 {
                book.bytes -= book.deliveries.removeFirst().event.payload.count
            }
            return number
        }
    }

    private func end(_ number: Int, _ state: State, _ reason: String?) {
        let end = now()
        let ended = book.withLock { book -> Delivery? in
            guard let place = book.deliveries.firstIndex(where: { $0.number == number }) else { return nil }
            book.deliveries[place].state = state
            book.deliveries[place].milliseconds = (end - book.deliveries[place].start).wholeMilliseconds
            book.deliveries[place].reason = reason
            return book.deliveries[place]
        }
        if let ended { follower.withLock { $0 }?(ended) }
    }
}

extension DeliveryBook.Delivery {
    /// What the live log keeps of an attempt that has ended.
    var forLog: ConsoleDelivery {
        ConsoleDelivery(
            number: number,
            function: function,
            kind: event.kind,
            subject: event.subject,
            start: start,
            milliseconds: milliseconds ?? 0,
            attempts: attempts,
            state: state.rawValue,
            reason: reason
        )
    }

    /// The line of a list.
    var line: JSONObject {
        var line: JSONObject = [
            "number": .integer(Int64(number)), "function": .string(function), "id": .string(event.id),
            "kind": .string(event.kind), "subject": .string(event.subject), "at": .integer(start.milliseconds),
            "attempts": .integer(Int64(attempts)), "state": .string(state.rawValue),
        ]
        line["ms"] = milliseconds.map(JSONValue.integer)
        line["reason"] = reason.map(JSONValue.string)
        return line
    }

    /// The line, and what the function was told.
    var detail: JSONObject {
        var detail = line
        detail["payload"] = (try? JSON.parse(event.payload)) ?? .null
        return detail
    }
}
