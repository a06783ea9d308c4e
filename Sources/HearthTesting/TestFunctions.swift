internal import HearthCore
public import HearthFunctions
public import HearthFunctionsHost
public import HearthHTTP
internal import HearthTokens
public import HearthTriggers

/// The functions of a test: closures that clients of the test's backend call, with what became of each call.
///
/// ```swift
/// try backend.functions.host.onCall(ProcessPayment.self) { call in … }
/// let functions = backend.functions.client(auth)
/// _ = try await functions.call(ProcessPayment.self, payment)
/// #expect(backend.functions.calls.map(\.name) == ["processPayment"])
/// ```
///
/// Tokens are verified as in production, by the backend's keys and the test's clock; unsigned ones are believed too.
/// Functions that act on accounts and documents of the backend get their events by themselves.
public final class TestFunctions: Sendable {
    /// The host, for the functions to be added to.
    public let host: FunctionsHost
    private let log: CallLog
    private let outboxes: [TriggerOutbox]

    init(_ backend: TestBackend) throws {
        let clock = backend.clock
        let log = CallLog()
        let now: @Sendable () -> UnixTime = { clock.now }
        let users = try TokenVerifier.hearth(
            origin: "http://127.0.0.1:9099",
            project: backend.project,
            transport: backend.transport,
            now: now
        )
        let unsigned = EmulatorTokenVerifier(believingUnsignedTokensOf: backend.project, now: now)
        var environment = FunctionsEnvironment(now: now, sleep: { try await clock.sleep(for: $0) })
        environment.whenEnded = { log.add($0) }
        environment.whenAdded = {
            [accounts = backend.functionsBox.accounts, documents = backend.functionsBox.documents] in
            accounts.wake()
            documents.wake()
        }
        host = FunctionsHost(
            project: backend.project.rawValue,
            trust: .emulator(unsigned, users: users),
            environment: environment
        )
        self.log = log
        outboxes = [backend.functionsBox.accounts, backend.functionsBox.documents]
    }

    /// The events that functions failed with and that are not tried again, the newest first.
    ///
    /// - Parameter function: The function. Defaults to all of them.
    /// - Returns: The events.
    /// - Throws: `DatabaseError`.
    public func failures(of function: String? = nil) async throws -> [FailedEvent] {
        var failures: [FailedEvent] = []
        for outbox in outboxes { failures += try await outbox.failures(of: function, limit: 1_000) }
        return failures.sorted { $0.time > $1.time }
    }

    /// Every call that ended, in the order of their ends.
    public var calls: [EndedCall] { log.calls }

    /// Waits until so many calls of a function have ended.
    ///
    /// - Parameters:
    ///   - count: How many calls, from the beginning. Defaults to one.
    ///   - name: The function.
    /// - Returns: Those calls; fewer if the task is cancelled before.
    @discardableResult
    public func ended(_ count: Int = 1, of name: String) async -> [EndedCall] {
        await log.ended(count, of: name)
    }

    /// Carries requests to the host.
    public var transport: InProcessTransport {
        InProcessTransport { [host] in await host.handle($0) }
    }

    /// A client of the functions.
    ///
    /// - Parameter credentials: Who calls, for example an `Auth`. Defaults to no user.
    /// - Returns: The client.
    public func client(_ credentials: (any CallCredentials)? = nil) -> Functions {
        var functions = Functions(project: host.project, transport: transport, credentials: credentials)
        functions.useEmulator(withHost: "127.0.0.1")
        return functions
    }
}

private final class CallLog: Sendable {
    private struct Watcher: Sendable {
        let id: Int
        let name: String
        let count: Int
        let wake: CheckedContinuation<[EndedCall], Never>
    }

    private let state = Locked((calls: [EndedCall](), watchers: [Watcher](), lastID: 0))

    var calls: [EndedCall] { state.withLock { $0.calls } }

    func add(_ call: EndedCall) {
        let woken = state.withLock { state in
            state.calls.append(call)
            let calls = state.calls
            let isDue = { (watcher: Watcher) in calls.count { $0.name == watcher.name } >= watcher.count }
            defer { state.watchers.removeAll(where: isDue) }
            return state.watchers.filter(isDue).map { watcher in
                (watcher.wake, calls.filter { $0.name == watcher.name })
            }
        }
        for (wake, calls) in woken { wake.resume(returning: calls) }
    }

    func ended(_ count: Int, of name: String) async -> [EndedCall] {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let ready = state.withLock { state -> [EndedCall]? in
                    let calls = state.calls.filter { $0.name == name }
                    guard calls.count < count, !Task.isCancelled else { return calls }
                    state.watchers.append(Watcher(id: id, name: name, count: count, wake: wake))
                    return nil
                }
                if let ready { wake.resume(returning: ready) }
            }
        } onCancel: {
            let left = state.withLock { state -> (Watcher, [EndedCall])? in
                guard let index = state.watchers.firstIndex(where: { $0.id == id }) else { return nil }
                return (state.watchers.remove(at: index), state.calls.filter { $0.name == name })
            }
            if let (watcher, calls) = left { watcher.wake.resume(returning: calls) }
        }
    }
}

extension TestBackend {
    /// The functions of this test.
    public var functions: TestFunctions {
        get throws { try functionsBox.value(self) }
    }
}

/// The functions of a backend, made at their first use, and what happens to them.
///
/// The backend of a test owns its functions. They hold the service that signs tokens, and that one asks them: it knows
/// them by a weak reference, or neither would ever go.
final class TestFunctionsBox: Sendable {
    /// The events of accounts.
    let accounts: TriggerOutbox
    /// The events of documents.
    let documents: TriggerOutbox
    private let made = Locked<TestFunctions?>(nil)
    private let host = Locked(WeakHost())

    private struct WeakHost: Sendable {
        weak var host: FunctionsHost?
    }

    init(_ clock: ManualClock) {
        let outbox = { [host] in
            TriggerOutbox(
                { host.withLock { $0.host }?.triggers ?? [] },
                now: { clock.now },
                sleep: { try await clock.sleep(for: $0) }
            )
        }
        accounts = outbox()
        documents = outbox()
    }

    /// Carries the questions of the identity service to the functions.
    var outbound: FunctionsOutbound {
        FunctionsOutbound { [host] in host.withLock { $0.host } }
    }

    func value(_ backend: TestBackend) throws -> TestFunctions {
        try made.withLock { made in
            if let made { return made }
            let functions = try TestFunctions(backend)
            made = functions
            host.withLock { $0.host = functions.host }
            return functions
        }
    }
}
