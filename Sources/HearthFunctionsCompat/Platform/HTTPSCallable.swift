public import Foundation
internal import HearthCore
internal import HearthFunctions
internal import HearthJSON

/// A function that takes and answers JSON of any shape, with FirebaseFunctions' names.
public final class HTTPSCallable: Sendable {
    private let state: Locked<HearthFunctions.HTTPSCallable>

    init(_ function: HearthFunctions.HTTPSCallable) {
        state = Locked(function)
    }

    /// How long a call may take, in seconds.
    ///
    /// Defaults to 70.
    public var timeoutInterval: TimeInterval {
        get { state.withLock { $0.timeout.seconds } }
        set { state.withLock { $0.timeout = Duration(timeInterval: newValue) ?? $0.timeout } }
    }

    /// Calls the function.
    ///
    /// - Parameter data: What it takes: `NSNull`, numbers, texts, arrays and dictionaries of them. Defaults to `nil`, which
    ///   is `null`.
    /// - Returns: What it answers.
    /// - Throws: An `NSError` of ``FunctionsErrorDomain``, or of `NSURLErrorDomain` if the function was not reached.
    @discardableResult
    public func call(_ data: Any? = nil) async throws -> HTTPSCallableResult {
        try await Self.call(function, try JSONValue(foundation: data))
    }

    /// Calls the function, and then the handler on the main actor.
    ///
    /// - Parameters:
    ///   - data: What it takes. Defaults to `nil`, which is `null`.
    ///   - completion: Takes the answer, or the error.
    public func call(
        _ data: Any? = nil,
        completion: @escaping @MainActor @Sendable (HTTPSCallableResult?, (any Error)?) -> Void
    ) {
        let input = Result { try JSONValue(foundation: data) }
        let function = function
        Task {
            do {
                let result = try await Self.call(function, try input.get())
                await completion(result, nil)
            } catch {
                await completion(nil, error)
            }
        }
    }

    /// Calls the function without data, and then the handler on the main actor.
    ///
    /// - Parameter completion: Takes the answer, or the error.
    public func call(completion: @escaping @MainActor @Sendable (HTTPSCallableResult?, (any Error)?) -> Void) {
        call(nil, completion: completion)
    }

    private var function: HearthFunctions.HTTPSCallable { state.withLock { $0 } }

    private static func call(
        _ function: HearthFunctions.HTTPSCallable,
        _ data: JSONValue
    ) async throws -> HTTPSCallableResult {
        do {
            return HTTPSCallableResult(try await function.call(data).data)
        } catch {
            throw FunctionsErrors.error(error)
        }
    }
}

/// What a function answered.
public final class HTTPSCallableResult: Sendable {
    private let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The answer: `NSNull`, `NSNumber`, text, arrays and dictionaries of them.
    public var data: Any { value.foundation }
}

extension Duration {
    // A hundred years: longer than any call, and short enough to be added to any moment.
    private static let longestTimeInterval: Double = 3_155_760_000

    /// A number of seconds, at least 0 and at most a hundred years; `nil` for what is no number.
    init?(timeInterval: Double) {
        guard !timeInterval.isNaN else { return nil }
        self = .seconds(min(max(timeInterval, 0), Self.longestTimeInterval))
    }

    fileprivate var seconds: Double { Double(wholeMilliseconds) / 1000 }
}
