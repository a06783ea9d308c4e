public import HearthCore
@_exported public import HearthFunctionsWire
internal import HearthHTTP
internal import HearthJSON

/// Runs the functions of a project: closures of this process, called by clients over HTTP.
///
/// ```swift
/// let host = FunctionsHost(project: "shop", trust: .signed(verifier))
/// try host.onCall(ProcessPayment.self) { call in
///     guard let user = call.auth else { throw HTTPSError(.unauthenticated, "Sign in first.") }
///     return try await payments.charge(user.uid, call.data)
/// }
/// let server = HTTPServer(configuration: .init(host: "127.0.0.1", port: 5001), handler: host.handle)
/// ```
///
/// A function is at `/{project}/{region}/{name}`, and at `/{name}` for a domain of the host's own. The host isolates
/// nothing: every function can do what the process can.
public final class FunctionsHost: Sendable {
    /// The project.
    public let project: String
    /// The region of functions that name none.
    public let region: String
    let trust: CallerTrust
    let environment: FunctionsEnvironment
    let running = RunningCalls()
    let consumed = ConsumedTokens()
    let schedules = Locked<[ScheduledFunction]>([])
    let eventFunctions = Locked<[EventFunction]>([])
    let blocking = Locked<[String: String]>([:])
    private let functions = Locked<[String: HostedFunction]>([:])

    /// Creates a host without functions.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - region: The region of functions that name none. Defaults to `us-central1`.
    ///   - trust: Which tokens of callers are believed.
    ///   - environment: What the host takes from the world around it. Defaults to the system's.
    public init(
        project: String,
        region: String = "us-central1",
        trust: CallerTrust,
        environment: FunctionsEnvironment = FunctionsEnvironment()
    ) {
        self.project = project
        self.region = region
        self.trust = trust
        self.environment = environment
    }

    /// The functions, as `region/name`, in order.
    public var names: [String] { functions.withLock { $0.keys.sorted() } }

    /// How the calls of a function ended so far; `nil` if there is no such function.
    ///
    /// - Parameters:
    ///   - name: The function.
    ///   - region: Its region. Defaults to the host's.
    /// - Returns: The counts.
    public func statistics(of name: String, region: String? = nil) -> FunctionStatistics? {
        function(name, in: region ?? self.region)?.gate.statistics
    }

    /// How the calls of every function ended so far: by `region/name`, by the name alone for functions that no client
    /// calls.
    var statistics: JSONObject {
        let inner = eventFunctions.withLock { $0.map(\.function) } + schedules.withLock { $0.map(\.function) }
        let named = functions.withLock { $0.map { ($0.key, $0.value) } } + inner.map { ($0.name, $0) }
        var statistics = JSONObject()
        for (name, function) in named.sorted(by: { $0.0 < $1.0 }) {
            statistics[name] = .object(function.gate.statistics.json)
        }
        return statistics
    }

    /// Takes no new calls, and waits until those that run have ended.
    public func drain() async {
        await running.drain()
    }

    func add(_ name: String, _ options: FunctionOptions, _ work: HostedFunction.Work) throws(FunctionRegistrationError)
    {
        let region = options.region ?? region
        for part in [name, region] where !Self.isName(part) { throw FunctionRegistrationError(.invalidName, part) }
        let function = HostedFunction(name: name, options: options, work: work)
        let isNew = functions.withLock { $0.updateIfAbsent(function, forKey: "\(region)/\(name)") }
        guard isNew else { throw FunctionRegistrationError(.duplicate, "\(region)/\(name)") }
    }

    /// The function that a path means, and what of the path is left for it.
    func function(at segments: [Substring]) -> (HostedFunction, rest: ArraySlice<Substring>)? {
        if segments.count >= 3, segments[0] == project, let found = function(segments[2], in: segments[1]) {
            return (found, segments[3...])
        }
        guard let name = segments.first, let found = function(name, in: region) else { return nil }
        return (found, segments[1...])
    }

    private func function(_ name: some StringProtocol, in region: some StringProtocol) -> HostedFunction? {
        functions.withLock { $0["\(region)/\(name)"] }
    }

    static func isName(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// Why a function cannot be added to a host.
public struct FunctionRegistrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// A name or a region may have 1 to 63 letters, digits, `-` and `_`.
        case invalidName
        /// The region has a function of this name.
        case duplicate
        /// A pattern of documents has an even number of segments, such as `users/{user}`, or one `**`.
        case invalidPattern
    }

    /// What is wrong.
    public let kind: Kind
    /// The name.
    public let name: String

    init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    /// What is wrong, for the developer.
    public var description: String {
        switch kind {
        case .invalidName: "'\(name)' cannot name a function: use 1 to 63 letters, digits, '-' and '_'."
        case .duplicate: "The function '\(name)' is there already. Give one of the two another name."
        case .invalidPattern: "'\(name)' is no path of documents. Write for example 'users/{user}'."
        }
    }
}

/// What a host takes from the world around it.
public struct FunctionsEnvironment: Sendable {
    /// The clock.
    public var now: @Sendable () -> UnixTime
    /// Waits.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Where failures are noted: names and codes, never data.
    public var log: Log
    /// Told of each call that ended.
    ///
    /// Defaults to nothing.
    public var whenEnded: @Sendable (EndedCall) -> Void = { _ in }
    /// Told when a function for events was added.
    ///
    /// Defaults to nothing.
    public var whenAdded: @Sendable () -> Void = {}

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - now: The clock. Defaults to the system's.
    ///   - sleep: Waits. Defaults to the system's clock.
    ///   - log: Where failures are noted. Defaults to nowhere.
    public init(
        now: @escaping @Sendable () -> UnixTime = { .systemNow() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        log: Log = .silent
    ) {
        self.now = now
        self.sleep = sleep
        self.log = log
    }
}

/// A call that ended.
public struct EndedCall: Sendable, Hashable {
    /// The function.
    public let name: String
    /// The error that its caller got; `nil` for a result.
    public let failure: HTTPSError?
    /// How long it took, with the time in which it waited for its turn.
    public let duration: Duration
}

/// A function of a host, with its calls in hand.
struct HostedFunction: Sendable {
    /// What a function does with a request.
    enum Work: Sendable {
        case call(@Sendable (ReceivedCall) async throws -> JSONValue)
        case request(@Sendable (HTTPRequest) async throws -> HTTPResponse)
    }

    let name: String
    let options: FunctionOptions
    let work: Work
    let gate: CallGate

    init(name: String, options: FunctionOptions, work: Work) {
        self.name = name
        self.options = options
        self.work = work
        gate = CallGate(limit: options.concurrency)
    }
}

extension Dictionary {
    /// Adds a value unless there is one.
    ///
    /// - Returns: Whether it was added.
    fileprivate mutating func updateIfAbsent(_ value: Value, forKey key: Key) -> Bool {
        guard self[key] == nil else { return false }
        self[key] = value
        return true
    }
}
