public import HearthCore
internal import HearthJSON

/// The parameters and secrets of functions, read from the environment before anything is served.
///
/// ```swift
/// let settings = try FunctionParameters.read { parameters in
///     Settings(key: try parameters.secret("PAYMENTS_KEY"), limit: try parameters.integer("PAYMENTS_LIMIT", default: 10))
/// }
/// ```
public struct FunctionParameters: Sendable {
    /// A variable that is missing, or that has another shape.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The variable.
        public let name: String
        /// What is wrong; `nil` if it is not set.
        public let reason: String?

        /// What is wrong and what to do, for the operator.
        ///
        /// A value is not part of it.
        public var description: String {
            reason.map { "The variable \(name) \($0)." } ?? "The variable \(name) is not set. Set it before the start."
        }
    }

    private let variable: @Sendable (String) -> String?

    init(variable: @escaping @Sendable (String) -> String?) {
        self.variable = variable
    }

    /// Reads the parameters.
    ///
    /// - Parameters:
    ///   - variable: Looks a variable up. Defaults to the process's environment.
    ///   - make: Puts the values together.
    /// - Returns: What was put together.
    /// - Throws: The first ``Problem``.
    public static func read<Values>(
        from variable: @escaping @Sendable (String) -> String? = ProcessEnvironment.variable,
        _ make: (FunctionParameters) throws -> Values
    ) throws -> Values {
        try make(FunctionParameters(variable: variable))
    }

    /// A secret.
    ///
    /// - Parameter name: The variable.
    /// - Returns: The secret, which does not print.
    /// - Throws: ``Problem`` if it is not set.
    public func secret(_ name: String) throws(Problem) -> Secret<String> {
        Secret(try text(name))
    }

    /// Text.
    ///
    /// - Parameters:
    ///   - name: The variable.
    ///   - fallback: The value if it is not set. Defaults to none: then it has to be set.
    /// - Returns: The text.
    /// - Throws: ``Problem``.
    public func text(_ name: String, default fallback: String? = nil) throws(Problem) -> String {
        guard let text = variable(name) ?? fallback else { throw Problem(name: name, reason: nil) }
        return text
    }

    /// An integer.
    ///
    /// - Parameters:
    ///   - name: The variable.
    ///   - fallback: The value if it is not set. Defaults to none: then it has to be set.
    /// - Returns: The integer.
    /// - Throws: ``Problem``.
    public func integer(_ name: String, default fallback: Int? = nil) throws(Problem) -> Int {
        guard let text = variable(name) else {
            guard let fallback else { throw Problem(name: name, reason: nil) }
            return fallback
        }
        guard let integer = Int(text) else { throw Problem(name: name, reason: "is no integer") }
        return integer
    }

    /// A truth: `true` or `false`.
    ///
    /// - Parameters:
    ///   - name: The variable.
    ///   - fallback: The value if it is not set. Defaults to none: then it has to be set.
    /// - Returns: The truth.
    /// - Throws: ``Problem``.
    public func boolean(_ name: String, default fallback: Bool? = nil) throws(Problem) -> Bool {
        guard let text = variable(name) else {
            guard let fallback else { throw Problem(name: name, reason: nil) }
            return fallback
        }
        guard let truth = Bool(text) else { throw Problem(name: name, reason: "is neither true nor false") }
        return truth
    }

    /// A value of a type of yours, as JSON.
    ///
    /// - Parameters:
    ///   - name: The variable.
    ///   - type: The type.
    ///   - fallback: The value if it is not set. Defaults to none: then it has to be set.
    /// - Returns: The value.
    /// - Throws: ``Problem``.
    public func json<Value: Decodable>(
        _ name: String,
        as type: Value.Type,
        default fallback: Value? = nil
    ) throws(Problem) -> Value {
        guard let text = variable(name) else {
            guard let fallback else { throw Problem(name: name, reason: nil) }
            return fallback
        }
        do throws(JSONError) {
            return try JSON.decode(type, from: Array(text.utf8))
        } catch {
            throw Problem(name: name, reason: "is no JSON of the shape that is needed")
        }
    }
}
