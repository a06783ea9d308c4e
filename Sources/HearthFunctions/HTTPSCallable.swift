internal import HearthFunctionsWire
public import HearthJSON

/// How a function is called.
public struct HTTPSCallableOptions: Sendable, Hashable {
    /// Whether each call carries an App Check token of its own, for functions that consume them.
    public var requireLimitedUseAppCheckTokens: Bool

    /// Creates options.
    ///
    /// - Parameter requireLimitedUseAppCheckTokens: Whether each call carries an App Check token of its own. Defaults to
    ///   no.
    public init(requireLimitedUseAppCheckTokens: Bool = false) {
        self.requireLimitedUseAppCheckTokens = requireLimitedUseAppCheckTokens
    }
}

/// A function that takes and answers JSON of any shape.
public struct HTTPSCallable: Sendable {
    let address: FunctionAddress
    let options: HTTPSCallableOptions
    let caller: FunctionCaller
    /// How long a call may take, and a stream be silent.
    ///
    /// Defaults to 70 seconds.
    public var timeout: Duration = .seconds(70)

    init(address: FunctionAddress, options: HTTPSCallableOptions, caller: FunctionCaller) {
        self.address = address
        self.options = options
        self.caller = caller
    }

    /// Calls the function.
    ///
    /// Cancelling the task ends the call, and the function's own task with it.
    ///
    /// - Parameter data: What it takes. Defaults to `null`.
    /// - Returns: What it answers.
    /// - Throws: ``FunctionsError``.
    public func call(_ data: JSONValue = .null) async throws(FunctionsError) -> HTTPSCallableResult {
        HTTPSCallableResult(data: try await caller.call(self, data))
    }

    /// Calls the function, and reads its messages before the result.
    ///
    /// - Parameter data: What it takes. Defaults to `null`.
    /// - Returns: Its messages and its result. The call begins with the first element that is asked for.
    public func stream(_ data: JSONValue = .null) -> CallableStream<JSONValue, JSONValue> {
        CallableStream(self, { () throws(FunctionsError) in data })
    }
}

/// What a function answered.
public struct HTTPSCallableResult: Sendable, Hashable {
    /// The answer.
    public let data: JSONValue
}

/// A function with types.
public struct Callable<Input: Encodable & Sendable, Output: Decodable & Sendable>: Sendable {
    private var function: HTTPSCallable

    init(_ function: HTTPSCallable) {
        self.function = function
    }

    /// How long a call may take, and a stream be silent.
    ///
    /// Defaults to 70 seconds.
    public var timeout: Duration {
        get { function.timeout }
        set { function.timeout = newValue }
    }

    /// Calls the function.
    ///
    /// - Parameter input: What it takes.
    /// - Returns: What it answers.
    /// - Throws: ``FunctionsError``: of code `invalidArgument` if the input cannot be JSON, `internal` if the answer has
    ///   another shape than `Output`.
    public func call(_ input: Input) async throws(FunctionsError) -> Output {
        try CallableData.decode(Output.self, try await function.call(try CallableData.encode(input)).data)
    }

    /// Calls the function, as ``call(_:)``.
    ///
    /// - Parameter input: What it takes.
    /// - Returns: What it answers.
    /// - Throws: ``FunctionsError``.
    public func callAsFunction(_ input: Input) async throws(FunctionsError) -> Output {
        try await call(input)
    }

    /// Calls the function, and reads its messages before the result.
    ///
    /// - Parameters:
    ///   - input: What it takes.
    ///   - messages: What each message is.
    /// - Returns: Its messages and its result. The call begins with the first element that is asked for.
    public func stream<Message: Decodable & Sendable>(
        _ input: Input,
        messagesAs messages: Message.Type
    ) -> CallableStream<Message, Output> {
        CallableStream(function) { () throws(FunctionsError) in try CallableData.encode(input) }
    }
}

/// Values and the JSON that stands for them.
enum CallableData {
    static func encode(_ value: some Encodable) throws(FunctionsError) -> JSONValue {
        do throws(JSONError) {
            return try JSON.value(of: value)
        } catch {
            throw FunctionsError(.invalidArgument, "The input cannot be written as JSON: \(error.reason)")
        }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ value: JSONValue) throws(FunctionsError) -> Value {
        do throws(JSONError) {
            return try JSON.decode(type, from: value)
        } catch {
            let place = error.path.isEmpty ? "" : " at '\(error.path)'"
            throw FunctionsError(.internal, "The answer is not a \(type)\(place): \(error.reason).")
        }
    }
}
