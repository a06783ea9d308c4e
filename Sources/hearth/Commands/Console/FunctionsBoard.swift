internal import HearthBackend
internal import HearthConsole
internal import HearthCore
internal import HearthFirestoreBackend
internal import HearthHTTP
internal import HearthJSON
internal import HearthTransport
internal import HearthTriggers

/// The functions of `--functions`, as the console shows and uses them.
final class FunctionsBoard: ConsoleFunctions {
    /// The program with the functions, as it was when it listened last.
    private struct Program: Sendable {
        let origin: String
        let remote: RemoteFunctions
        /// What its functions want; `nil` for a program that is none of Hearth's.
        let manifest: FunctionsManifest?
        let triggers: [Trigger]
    }

    /// How many events wait for each function.
    typealias Waiting = @Sendable () async -> [String: Int]

    let book: DeliveryBook
    private let transport: any HTTPTransport
    private let program = Locked<Program?>(nil)
    private let waiting = Locked<[Waiting]>([])

    /// Creates a board without functions.
    ///
    /// - Parameters:
    ///   - transport: Carries calls to the functions. Defaults to the system's.
    ///   - book: Notes deliveries. Defaults to an empty one.
    init(transport: any HTTPTransport = SystemTransport(), book: DeliveryBook = DeliveryBook()) {
        self.transport = transport
        self.book = book
    }

    /// Tells where events wait.
    func watch(_ identity: Backend, _ firestore: FirestoreBackend?) {
        var sources: [Waiting] = [{ (try? await identity.waitingEvents()) ?? [:] }]
        if let firestore { sources.append { (try? await firestore.waitingEvents()) ?? [:] } }
        waiting.withLock { $0 = sources }
    }

    /// Takes over what a program that listens says of its functions.
    ///
    /// - Returns: The triggers, whose deliveries are noted.
    func connect(_ remote: RemoteFunctions, _ manifest: FunctionsManifest?, at origin: String) -> [Trigger] {
        let triggers = (manifest?.triggers ?? []).map { book.noting(remote.trigger($0)) }
        let connected = Program(origin: origin, remote: remote, manifest: manifest, triggers: triggers)
        program.withLock { $0 = connected }
        return triggers
    }

    func report() async -> JSONObject {
        var counts: [String: Int] = [:]
        for source in waiting.withLock({ $0 }) { counts.merge(await source(), uniquingKeysWith: +) }
        var report: JSONObject = ["up": false, "functions": [], "strays": [:], "deliveries": [], "named": false]
        report["deliveries"] = .array(book.newest.map { .object($0.line) })
        guard let program = program.withLock({ $0 }) else { return report }
        report["origin"] = .string(program.origin)
        var statistics: JSONObject?
        do throws(UnreachableFunction) {
            statistics = try await program.remote.statistics()
            report["up"] = true
        } catch {
            report["reason"] = .string(error.reason)
        }
        report["named"] = .bool(program.manifest != nil)
        let lines = program.manifest?.lines ?? []
        report["functions"] = .array(
            lines.map { line in
                var line = line
                let name = line["name"]?.string ?? ""
                line["waiting"] = .integer(Int64(counts.removeValue(forKey: name) ?? 0))
                line["statistics"] = statistics?[name]
                return .object(line)
            }
        )
        var strays = JSONObject()
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { strays[name] = .integer(Int64(count)) }
        report["strays"] = .object(strays)
        return report
    }

    func call(
        _ path: String,
        _ data: JSONValue,
        as token: Secret<String>?
    ) async throws(ConsoleFailure) -> (status: Int, answer: JSONValue) {
        // The paths of the manifest alone: the console is no proxy for whatever else listens there.
        guard let program = program.withLock({ $0 }), program.manifest?.callable.contains(path) == true else {
            throw ConsoleFailure(.notFound, "The program has no function at '\(path)'.")
        }
        var fields: HTTPFields = ["Content-Type": "application/json"]
        if let token { fields["Authorization"] = "Bearer \(token.reveal())" }
        let body = JSON.serialize(["data": data])
        let request = HTTPRequest(.post, origin: program.origin, target: path, fields: fields, body: body)
        do throws(TransportError) {
            let response = try await transport.send(request)
            let text = JSONValue.string(String(decoding: response.bytes.prefix(65_536), as: UTF8.self))
            return (response.status, (try? JSON.parse(response.bytes)) ?? text)
        } catch {
            throw ConsoleFailure(
                .unavailable,
                "The functions at \(program.origin) do not answer: \(error.kind.rawValue)."
            )
        }
    }

    func delivery(_ number: Int) -> JSONObject? { book.delivery(number)?.detail }

    func replay(_ number: Int) async throws(ConsoleFailure) {
        guard let delivery = book.delivery(number) else {
            throw ConsoleFailure(.notFound, "The delivery \(number) is not kept any more.")
        }
        let triggers = program.withLock { $0?.triggers ?? [] }
        guard let trigger = triggers.first(where: { $0.function == delivery.function }) else {
            throw ConsoleFailure(.notFound, "The program has no function '\(delivery.function)' any more.")
        }
        guard delivery.state != .running else {
            throw ConsoleFailure(.conflict, "The function acts on this event now.")
        }
        do {
            try await trigger.run(delivery.event)
        } catch let error as UnreachableFunction {
            throw ConsoleFailure(.unavailable, "The function cannot be reached: \(error.reason)")
        } catch {
            throw ConsoleFailure(.conflict, "The function failed again: \(error)")
        }
    }
}

extension FunctionsManifest {
    /// A line for each function: its name, what starts it, and its path or the events that it wants.
    fileprivate var lines: [JSONObject] {
        let asked = Dictionary(blocking.map { ($0.value, $0.key) }) { first, _ in first }
        let called = callable.map { path -> JSONObject in
            let name = path.split(separator: "/").suffix(2).joined(separator: "/")
            guard let moment = asked[path] else {
                return ["name": .string(name), "kind": "callable", "path": .string(path)]
            }
            return ["name": .string(name), "kind": "blocking", "wants": [.string(moment)]]
        }
        let acting = triggers.map { trigger -> JSONObject in
            var line: JSONObject = ["name": .string(trigger.function), "kind": "event"]
            line["wants"] = .array(trigger.kinds.sorted().map(JSONValue.string))
            line["subjects"] = .string(trigger.subjects.text)
            line["retries"] = .bool(trigger.retryFor != nil)
            return line
        }
        return called + acting + scheduled.map { ["name": .string($0), "kind": "schedule"] }
    }
}
