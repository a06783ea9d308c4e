public import Foundation
public import HearthFunctions

/// A function with types, with FirebaseFunctions' names.
public struct Callable<Request: Encodable & Sendable, Response: Decodable & Sendable>: Sendable {
    private var function: HearthFunctions.Callable<Request, Response>

    init(_ function: HearthFunctions.Callable<Request, Response>) {
        self.function = function
    }

    /// How long a call may take, in seconds.
    ///
    /// Defaults to 70.
    public var timeoutInterval: TimeInterval {
        get { function.timeout / .seconds(1) }
        set { function.timeout = Duration(timeInterval: newValue) ?? function.timeout }
    }

    /// Calls the function.
    ///
    /// - Parameter data: What it takes.
    /// - Returns: What it answers.
    /// - Throws: An `NSError` of ``FunctionsErrorDomain``, or of `NSURLErrorDomain` if the function was not reached.
    public func call(_ data: Request) async throws -> Response {
        do {
            return try await function.call(data)
        } catch {
            throw FunctionsErrors.error(error)
        }
    }

    /// Calls the function, as ``call(_:)``.
    ///
    /// - Parameter data: What it takes.
    /// - Returns: What it answers.
    /// - Throws: As ``call(_:)``.
    public func callAsFunction(_ data: Request) async throws -> Response {
        try await call(data)
    }

    /// Calls the function, and then the handler on the main actor.
    ///
    /// - Parameters:
    ///   - data: What it takes.
    ///   - completion: Takes the answer, or the error.
    public func call(_ data: Request, completion: @escaping @MainActor @Sendable (Result<Response, any Error>) -> Void)
    {
        let function = self
        Task {
            do {
                let response = try await function.call(data)
                await completion(.success(response))
            } catch {
                await completion(.failure(error))
            }
        }
    }
}

extension Functions {
    /// A function with types.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - options: How it is called. Defaults to the usual.
    ///   - request: What it takes.
    ///   - response: What it answers.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable<Request: Encodable & Sendable, Response: Decodable & Sendable>(
        _ name: String,
        options: HTTPSCallableOptions? = nil,
        requestAs request: Request.Type = Request.self,
        responseAs response: Response.Type = Response.self
    ) -> Callable<Request, Response> {
        let options = options ?? .init()
        return Callable(client.httpsCallable(name, requestAs: request, responseAs: response, options: options))
    }

    /// A function at an address of its own.
    ///
    /// - Parameters:
    ///   - url: The whole address.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable(_ url: URL, options: HTTPSCallableOptions? = nil) -> HTTPSCallable {
        HTTPSCallable(client.httpsCallable(url: url.absoluteString, options: options ?? .init()))
    }

    /// A function with types at an address of its own.
    ///
    /// - Parameters:
    ///   - url: The whole address.
    ///   - options: How it is called. Defaults to the usual.
    ///   - request: What it takes.
    ///   - response: What it answers.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable<Request: Encodable & Sendable, Response: Decodable & Sendable>(
        _ url: URL,
        options: HTTPSCallableOptions? = nil,
        requestAs request: Request.Type = Request.self,
        responseAs response: Response.Type = Response.self
    ) -> Callable<Request, Response> {
        let options = options ?? .init()
        return Callable(
            client.httpsCallable(url: url.absoluteString, requestAs: request, responseAs: response, options: options)
        )
    }
}
