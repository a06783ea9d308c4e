internal import HearthCore
@_exported public import HearthFunctionsWire
public import HearthHTTP
public import HearthTransport

/// Calls the functions of a project.
///
/// ```swift
/// let functions = Functions(project: "shop", region: "europe-west1", credentials: auth)
/// let receipt = try await functions.call(ProcessPayment.self, .init(amount: 12.5, orderID: "A1"))
/// ```
///
/// A call carries the signed-in user's token and the app's App Check token, but only over TLS or to this machine.
/// Nothing is sent twice, except a call that never left: no host was reached.
public struct Functions: Sendable {
    /// Where a project's functions are, if not at Google's addresses.
    enum Place: Sendable {
        case google
        case domain(String)
        case emulator(String)
    }

    /// The project.
    public let project: String
    /// The region of the functions, unless a function names its own.
    public let region: String
    var place: Place
    let caller: FunctionCaller

    /// Creates a client of functions in a region.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - region: The region. Defaults to `us-central1`.
    ///   - transport: What carries the calls. Defaults to the system's.
    ///   - credentials: Who calls, for example an `Auth` of HearthAuth. Defaults to no user.
    public init(
        project: String,
        region: String = "us-central1",
        transport: any HTTPTransport = SystemTransport(),
        credentials: (any CallCredentials)? = nil
    ) {
        self.project = project
        self.region = region
        place = .google
        caller = FunctionCaller(transport: transport, credentials: credentials)
    }

    /// Creates a client of functions that are at a domain of yours, or at a host of HearthFunctionsHost.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - origin: Scheme, host and port, for example `https://api.example.com`; a function is at `/{name}` there.
    ///   - transport: What carries the calls. Defaults to the system's.
    ///   - credentials: Who calls. Defaults to no user.
    public init(
        project: String,
        customDomain origin: String,
        transport: any HTTPTransport = SystemTransport(),
        credentials: (any CallCredentials)? = nil
    ) {
        self.init(project: project, transport: transport, credentials: credentials)
        place = .domain(origin.hasSuffix("/") ? String(origin.dropLast()) : origin)
    }

    /// Does the calls from now on at an emulator: `hearth serve`, a host of HearthFunctionsHost, or the official one.
    ///
    /// - Parameters:
    ///   - host: The host, or its scheme and the host, for example `https://emulator.example`. Without a scheme it is
    ///     plain HTTP; an IPv6 address may stand in brackets.
    ///   - port: The port. Defaults to 5001.
    public mutating func useEmulator(withHost host: String, port: Int = 5001) {
        let hasScheme = host.hasPrefix("http://") || host.hasPrefix("https://")
        let isBare = !hasScheme && !host.hasPrefix("[") && host.utf8.contains(UInt8(ascii: ":"))
        place = .emulator((hasScheme ? "" : "http://") + (isBare ? "[\(host)]" : host) + ":\(port)")
    }

    /// A function that takes and answers JSON of any shape.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable(_ name: String, options: HTTPSCallableOptions = .init()) -> HTTPSCallable {
        HTTPSCallable(address: address(name), options: options, caller: caller)
    }

    /// A function at an address of its own.
    ///
    /// - Parameters:
    ///   - url: The whole address, for example `https://chat-a1b2c3-ew.a.run.app`.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable(url: String, options: HTTPSCallableOptions = .init()) -> HTTPSCallable {
        HTTPSCallable(address: FunctionAddress(url: url), options: options, caller: caller)
    }

    /// A function with types.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - input: What it takes.
    ///   - output: What it answers.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable<Input: Encodable & Sendable, Output: Decodable & Sendable>(
        _ name: String,
        requestAs input: Input.Type,
        responseAs output: Output.Type,
        options: HTTPSCallableOptions = .init()
    ) -> Callable<Input, Output> {
        Callable(httpsCallable(name, options: options))
    }

    /// A function with types at an address of its own.
    ///
    /// - Parameters:
    ///   - url: The whole address.
    ///   - input: What it takes.
    ///   - output: What it answers.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable<Input: Encodable & Sendable, Output: Decodable & Sendable>(
        url: String,
        requestAs input: Input.Type,
        responseAs output: Output.Type,
        options: HTTPSCallableOptions = .init()
    ) -> Callable<Input, Output> {
        Callable(httpsCallable(url: url, options: options))
    }

    /// A function that both ends declare.
    ///
    /// - Parameters:
    ///   - function: The declaration.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable<Function: CallableFunction>(
        _ function: Function.Type,
        options: HTTPSCallableOptions = .init()
    ) -> Callable<Function.Input, Function.Output> {
        let address = address(function.name, region: function.region)
        return Callable(HTTPSCallable(address: address, options: options, caller: caller))
    }

    /// Calls a function that both ends declare.
    ///
    /// - Parameters:
    ///   - function: The declaration.
    ///   - input: What it takes.
    /// - Returns: What it answers.
    /// - Throws: ``FunctionsError``.
    public func call<Function: CallableFunction>(
        _ function: Function.Type,
        _ input: Function.Input
    ) async throws(FunctionsError) -> Function.Output {
        try await httpsCallable(function).call(input)
    }

    /// Calls a streaming function that both ends declare.
    ///
    /// - Parameters:
    ///   - function: The declaration.
    ///   - input: What it takes.
    /// - Returns: Its messages and its result. The call begins with the first element that is asked for.
    public func stream<Function: StreamingFunction>(
        _ function: Function.Type,
        _ input: Function.Input
    ) -> CallableStream<Function.Message, Function.Output> {
        httpsCallable(function).stream(input, messagesAs: function.Message.self)
    }

    private func address(_ name: String, region: String? = nil) -> FunctionAddress {
        let name = PercentEncoding.encode(name)
        let region = region ?? self.region
        return switch place {
        case .google: FunctionAddress(origin: "https://\(region)-\(project).cloudfunctions.net", target: "/\(name)")
        case .domain(let origin): FunctionAddress(origin: origin, target: "/\(name)")
        case .emulator(let origin): FunctionAddress(origin: origin, target: "/\(project)/\(region)/\(name)")
        }
    }
}

/// Where one function is.
struct FunctionAddress: Sendable {
    let origin: String
    let target: String

    init(origin: String, target: String) {
        self.origin = origin
        self.target = target
    }

    init(url: String) {
        let url = url.prefix { $0 != "#" }
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let path = url[start...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        let rest = url[path...]
        origin = String(url[..<path])
        target = rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}
