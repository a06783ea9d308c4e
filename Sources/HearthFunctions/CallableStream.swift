internal import HearthFunctionsWire
internal import HearthHTTP
internal import HearthJSON

/// What a streaming function sends: any number of messages, and then its result.
public enum StreamResponse<Message: Sendable, Result: Sendable>: Sendable {
    /// A message.
    case message(Message)
    /// The result, which comes last.
    case result(Result)
}

extension StreamResponse: Equatable where Message: Equatable, Result: Equatable {}

/// The messages and the result of one call.
///
/// ```swift
/// for try await response in functions.stream(Chat.self, question) {
///     switch response {
///     case .message(let word): text += word
///     case .result(let answer): show(answer)
///     }
/// }
/// ```
///
/// Each loop is a call of its own. Leaving the loop, or cancelling the task, closes the connection, which cancels the
/// function's task. A stream that ends without a result throws ``FunctionsError`` of code `dataLoss`.
public struct CallableStream<Message: Decodable & Sendable, Result: Decodable & Sendable>: AsyncSequence, Sendable {
    /// A message, or the result.
    public typealias Element = StreamResponse<Message, Result>
    /// Why there is no result.
    public typealias Failure = FunctionsError

    private let function: HTTPSCallable
    private let data: @Sendable () throws(FunctionsError) -> JSONValue

    init(_ function: HTTPSCallable, _ data: @escaping @Sendable () throws(FunctionsError) -> JSONValue) {
        self.function = function
        self.data = data
    }

    /// Begins a call.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(function: function, data: data)
    }

    /// Reads one call.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let function: HTTPSCallable
        fileprivate let data: @Sendable () throws(FunctionsError) -> JSONValue
        private var pieces: HTTPResponseStream.AsyncIterator?
        private var parser = EventStreamParser()
        private var ready: [[UInt8]] = []
        private var isOver = false

        fileprivate init(
            function: HTTPSCallable,
            data: @escaping @Sendable () throws(FunctionsError) -> JSONValue
        ) {
            self.function = function
            self.data = data
        }

        /// Waits for the next message, or the result, as ``next(isolation:)`` does.
        public mutating func next() async throws(FunctionsError) -> Element? {
            try await next(isolation: nil)
        }

        /// Waits for the next message, or the result.
        ///
        /// - Parameter actor: The actor to wait on.
        /// - Returns: It, or `nil` after the result.
        /// - Throws: ``FunctionsError``, once; then the sequence is over.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(FunctionsError) -> Element? {
            guard !isOver else { return nil }
            do throws(FunctionsError) {
                let element = try await element()
                if case .result = element { end() }
                return element
            } catch {
                end()
                throw error
            }
        }

        private mutating func end() {
            isOver = true
            // Nothing holds the connection any more.
            pieces = nil
        }

        private mutating func element() async throws(FunctionsError) -> Element {
            let frame = try await frame()
            switch CallableAnswer.parse(frame) {
            case .message(let value): return .message(try CallableData.decode(Message.self, value))
            case .result(let value): return .result(try CallableData.decode(Result.self, value))
            case .failure(let error): throw FunctionsError(error)
            case nil: throw FunctionsError(.internal, "A frame of the stream is not that of a callable function.")
            }
        }

        private mutating func frame() async throws(FunctionsError) -> [UInt8] {
            while ready.isEmpty {
                if pieces == nil {
                    pieces = try await function.caller.open(function, try data()).body.makeAsyncIterator()
                }
                let piece: [UInt8]?
                do throws(TransportError) {
                    piece = try await pieces?.next()
                } catch {
                    throw FunctionsError(error)
                }
                guard let piece else {
                    throw FunctionsError(.dataLoss, "The stream ended without a result.", transport: .connectionLost)
                }
                do throws(EventStreamParser.TooLarge) {
                    ready = try parser.feed(piece).reversed()
                } catch {
                    throw FunctionsError(.resourceExhausted, "An event is larger than \(error.limit) bytes.")
                }
            }
            return ready.removeLast()
        }
    }
}
