package import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire
package import HearthHTTP
package import HearthHTTP2
internal import HearthServer

/// Serves the operations over gRPC.
package struct GRPCFront: Sendable {
    private let methods: GRPCMethods
    private let callers: CallerResolver
    private let sleep: @Sendable (Duration) async throws -> Void
    private let now: @Sendable () -> UnixTime
    private let budget: MemoryBudget

    /// A longer time than this is none.
    private static let longestTimeout = Duration.hours(24 * 365)

    /// Creates a front.
    ///
    /// - Parameters:
    ///   - service: Answers the calls.
    ///   - callers: Finds out who calls.
    ///   - memory: How many bytes all messages together may take that have not arrived in full.
    ///   - sleep: Waits, for the deadlines of calls.
    ///   - now: Tells the time, for the end of streams' credentials. Defaults to the system's clock.
    package init(
        service: FirestoreService,
        callers: CallerResolver,
        memory: Int = 256 << 20,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        now: @escaping @Sendable () -> UnixTime = { UnixTime.systemNow() }
    ) {
        methods = GRPCMethods(service)
        self.callers = callers
        budget = MemoryBudget(limit: memory)
        self.sleep = sleep
        self.now = now
    }

    /// Finds out what answers a request.
    ///
    /// - Returns: `nil` if the request is no call.
    package func handler(for head: HTTPRequestHead) -> HTTP2Handler? {
        if Self.isCall(head) { return { request, writer in try await answer(request.head, request.body, writer) } }
        guard methods[String(head.path)] != nil else { return nil }
        return { _, writer in try await writer.end(status: 415) }
    }

    private static func isCall(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .post, let type = head.fields["Content-Type"]?.lowercased() else { return false }
        let essence = type.prefix { $0 != ";" && $0 != " " }
        return essence == "application/grpc" || essence == "application/grpc+proto"
    }

    /// Answers a call; what goes wrong becomes its status.
    package func answer(_ head: HTTPRequestHead, _ body: HTTPRequestBody, _ writer: some GRPCWriter) async throws {
        let answer = GRPCAnswer(writer)
        let path = String(head.path)
        guard let method = methods[path] else {
            return try await answer.end(FirestoreError(.unimplemented, "Method \(path.dropFirst()) is unimplemented"))
        }
        if let encoding = head.fields["grpc-encoding"], encoding != "identity" {
            let error = FirestoreError(.unimplemented, "The encoding \(encoding) is not supported.")
            return try await answer.end(error, ["grpc-accept-encoding": "identity"])
        }
        do {
            let timeout = try Self.timeout(head)
            try await within(timeout) {
                let field = head.fields["Authorization"]
                let caller = try await callers.caller(field)
                let call = GRPCCall(body: body, budget: budget, caller: caller, answer: answer)
                guard method.kind == .bidirectional else { return try await method.serve(call) }
                try await callers.holding(field, caller, now: now, sleep: sleep) { try await method.serve(call) }
            }
            // A stream of the client's ends before its time only with the server.
            if method.kind == .bidirectional { try Task.checkCancellation() }
        } catch let error as FirestoreError {
            return try await answer.end(error.code == .cancelled ? Self.leaving : error)
        } catch is CancellationError {
            return try await answer.end(Self.leaving)
        }
        try await answer.end(nil)
    }

    /// What a client is told whose call is cut off by the server; one that has cut it off itself hears nothing.
    private static let leaving = FirestoreError(.unavailable, "The server is shutting down.")

    private static func timeout(_ head: HTTPRequestHead) throws(FirestoreError) -> Duration? {
        guard let text = head.fields["grpc-timeout"] else { return nil }
        guard let timeout = GRPCText.timeout(text) else { throw .invalid("The timeout of the call is not understood.") }
        return timeout < longestTimeout ? timeout : nil
    }

    private enum Outcome: Sendable {
        case served, late, stopped
    }

    /// Runs a call, which is cancelled when its time is over.
    private func within(_ timeout: Duration?, _ serve: @escaping @Sendable () async throws -> Void) async throws {
        guard let timeout else { return try await serve() }
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask {
                try await serve()
                return .served
            }
            group.addTask { [sleep] in
                do { try await sleep(timeout) } catch { return .stopped }
                return .late
            }
            defer { group.cancelAll() }
            while let outcome = try await group.next() {
                switch outcome {
                case .served: return
                case .late: throw FirestoreError(.deadlineExceeded, "The deadline of the call has passed.")
                case .stopped: continue
                }
            }
        }
    }
}
