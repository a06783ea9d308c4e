#if os(Linux) || os(macOS)
/// Signs in with the user's own browser, which comes back to a port of this machine
/// ([RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3)).
///
/// For command-line tools and desktop apps. The port is closed as soon as the browser has come back, and in any case
/// at the end. The provider must accept `http://127.0.0.1` with any port, and answer with a code: what stands in the
/// fragment of an address never reaches a port.
public struct LoopbackWebAuthenticator: WebAuthenticator {
    /// Shows a page to the user.
    public typealias Opener = @Sendable (_ url: String) async throws(AuthError) -> Void

    private let port: UInt16
    private let path: String
    private let timeout: Duration
    private let opener: Opener

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - port: The port to wait at, where a provider insists on one. Defaults to any that is free.
    ///   - path: The path to wait at, beginning with a slash. Defaults to `/callback`.
    ///   - timeout: How long to wait for the user. Defaults to five minutes.
    ///   - open: Shows the page. Defaults to the user's browser, by `xdg-open` or `open`.
    public init(
        port: UInt16 = 0,
        path: String = "/callback",
        timeout: Duration = .seconds(300),
        open: Opener? = nil
    ) {
        self.port = port
        self.path = path
        self.timeout = timeout
        opener = open ?? { (url) throws(AuthError) in try SystemBrowser.open(url) }
    }

    /// Opens a page, and waits until the browser comes back.
    ///
    /// - Parameter page: Finds the page's address.
    /// - Returns: The whole address to which the browser came back.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/webContextTimedOut``, or
    ///   ``AuthError/Code/webInternalError`` if no port or no browser can be had.
    public func authenticate(_ page: WebPage) async throws(AuthError) -> String {
        let listener = try LoopbackListener(port: port)
        let origin = "http://127.0.0.1:\(listener.port)"
        let url = try await page(origin + path)
        let opening = Task { [opener] in
            do throws(AuthError) {
                try await opener(url)
                return nil as AuthError?
            } catch {
                listener.stop()
                return error
            }
        }
        let outcome = await withTaskCancellationHandler {
            await listener.wait(path: path, timeout: timeout)
        } onCancel: {
            listener.stop()
        }
        switch outcome {
        case .answered(let target): return origin + target
        case .timedOut:
            opening.cancel()
            throw AuthError(.webContextTimedOut)
        case .failed: throw AuthError(.webInternalError, "no thread can be had")
        case .stopped:
            guard !Task.isCancelled else {
                opening.cancel()
                throw AuthError(.cancelled)
            }
            throw await opening.value ?? AuthError(.webContextCancelled)
        }
    }
}
#endif
