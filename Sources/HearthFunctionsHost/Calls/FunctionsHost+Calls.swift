public import HearthFunctionsWire
public import HearthHTTP
internal import HearthJSON

extension FunctionsHost {
    /// Adds a callable function.
    ///
    /// - Parameters:
    ///   - name: Its name: letters, digits, `-` and `_`.
    ///   - options: How it runs. Defaults to the usual.
    ///   - body: What it does. An `HTTPSError` that it throws reaches the caller; of any other error the caller learns
    ///     `internal`. Its task is cancelled when the caller leaves and at the deadline.
    /// - Throws: ``FunctionRegistrationError``.
    public func onCall<Input: Decodable & Sendable, Output: Encodable & Sendable>(
        _ name: String,
        options: FunctionOptions = .init(),
        _ body: @escaping @Sendable (Call<Input>) async throws -> Output
    ) throws(FunctionRegistrationError) {
        try add(name, options, .call { try CallCoding.encode(try await body(try $0.typed(Input.self))) })
    }

    /// Adds a callable function that sends messages before its result.
    ///
    /// - Parameters:
    ///   - name: Its name: letters, digits, `-` and `_`.
    ///   - messages: What each message is.
    ///   - options: How it runs. Defaults to the usual.
    ///   - body: What it does.
    /// - Throws: ``FunctionRegistrationError``.
    public func onCall<Input: Decodable & Sendable, Message: Encodable & Sendable, Output: Encodable & Sendable>(
        _ name: String,
        streaming messages: Message.Type,
        options: FunctionOptions = .init(),
        _ body: @escaping @Sendable (Call<Input>, MessageSender<Message>) async throws -> Output
    ) throws(FunctionRegistrationError) {
        try add(
            name,
            options,
            .call { call in
                let sender = MessageSender<Message>(stream: call.stream)
                return try CallCoding.encode(try await body(try call.typed(Input.self), sender))
            }
        )
    }

    /// Adds a callable function that both ends declare.
    ///
    /// - Parameters:
    ///   - function: The declaration.
    ///   - options: How it runs; the region of the declaration holds. Defaults to the usual.
    ///   - body: What it does.
    /// - Throws: ``FunctionRegistrationError``.
    public func onCall<Function: CallableFunction>(
        _ function: Function.Type,
        options: FunctionOptions = .init(),
        _ body: @escaping @Sendable (Call<Function.Input>) async throws -> Function.Output
    ) throws(FunctionRegistrationError) {
        try onCall(function.name, options: options.placed(in: function.region), body)
    }

    /// Adds a streaming function that both ends declare.
    ///
    /// - Parameters:
    ///   - function: The declaration.
    ///   - options: How it runs; the region of the declaration holds. Defaults to the usual.
    ///   - body: What it does.
    /// - Throws: ``FunctionRegistrationError``.
    public func onCall<Function: StreamingFunction>(
        streaming function: Function.Type,
        options: FunctionOptions = .init(),
        _ body:
            @escaping @Sendable (Call<Function.Input>, MessageSender<Function.Message>) async throws ->
            Function.Output
    ) throws(FunctionRegistrationError) {
        let options = options.placed(in: function.region)
        try onCall(function.name, streaming: function.Message.self, options: options, body)
    }

    /// Adds a function that answers requests of any method, below its path.
    ///
    /// Nothing is verified for it, and no page may call it unless the options say which.
    ///
    /// - Parameters:
    ///   - name: Its name: letters, digits, `-` and `_`.
    ///   - options: How it runs. Defaults to the usual, without any origin of pages.
    ///   - body: What it does. The request's target is what follows the function's name, at least `/`. An `HTTPSError`
    ///     is answered as that of a callable function.
    /// - Throws: ``FunctionRegistrationError``.
    public func onRequest(
        _ name: String,
        options: FunctionOptions = .init(origins: .none),
        _ body: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) throws(FunctionRegistrationError) {
        try add(name, options, .request(body))
    }

    /// A group, whose functions are named `group-name`.
    ///
    /// - Parameter name: The group.
    /// - Returns: The group.
    public func group(_ name: String) -> FunctionGroup {
        FunctionGroup(host: self, prefix: name)
    }
}

/// Functions whose names begin alike, as Firebase's command line names those of an exported object.
public struct FunctionGroup: Sendable {
    private let host: FunctionsHost
    private let prefix: String

    init(host: FunctionsHost, prefix: String) {
        self.host = host
        self.prefix = prefix
    }

    /// The name of a function of the group.
    ///
    /// - Parameter name: The function's own name.
    /// - Returns: The name in its address.
    public func name(_ name: String) -> String { "\(prefix)-\(name)" }

    /// A group within this one.
    ///
    /// - Parameter name: The group.
    /// - Returns: The group.
    public func group(_ name: String) -> FunctionGroup {
        FunctionGroup(host: host, prefix: self.name(name))
    }

    /// Adds a callable function, as the host's `onCall`.
    ///
    /// - Parameters:
    ///   - name: Its name within the group.
    ///   - options: How it runs. Defaults to the usual.
    ///   - body: What it does.
    /// - Throws: ``FunctionRegistrationError``.
    public func onCall<Input: Decodable & Sendable, Output: Encodable & Sendable>(
        _ name: String,
        options: FunctionOptions = .init(),
        _ body: @escaping @Sendable (Call<Input>) async throws -> Output
    ) throws(FunctionRegistrationError) {
        try host.onCall(self.name(name), options: options, body)
    }

    /// Adds a function that answers requests of any method, as the host's `onRequest`.
    ///
    /// - Parameters:
    ///   - name: Its name within the group.
    ///   - options: How it runs. Defaults to the usual, without any origin of pages.
    ///   - body: What it does.
    /// - Throws: ``FunctionRegistrationError``.
    public func onRequest(
        _ name: String,
        options: FunctionOptions = .init(origins: .none),
        _ body: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) throws(FunctionRegistrationError) {
        try host.onRequest(self.name(name), options: options, body)
    }
}

extension FunctionOptions {
    fileprivate func placed(in region: String?) -> FunctionOptions {
        var options = self
        options.region = region ?? options.region
        return options
    }
}
