#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
public import AuthenticationServices
internal import Foundation
internal import HearthCore

/// Signs in with the sheet that Apple's systems have for it.
///
/// The browser comes back to a scheme that is the app's own, or to an HTTPS address that is associated with the app;
/// providers and services that want an address of the web need the latter.
public struct AppleWebAuthenticator: WebAuthenticator {
    private let callbackURL: String
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - callbackURL: Where the browser comes back to, for example `com.example.app:/signed-in`,
    ///     `https://app.example.com/signed-in`, or ``HostedHandler/callbackURL``.
    ///   - isEphemeral: Whether the page sees no cookies of the user's browser. Defaults to no.
    ///   - anchor: The window above which the sheet stands.
    public init(
        callbackURL: String,
        isEphemeral: Bool = false,
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
        self.callbackURL = callbackURL
        self.isEphemeral = isEphemeral
        self.anchor = anchor
    }

    /// Opens a page, and waits until the browser comes back.
    ///
    /// - Parameter page: Finds the page's address.
    /// - Returns: The whole address to which the browser came back.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/webContextCancelled``.
    public func authenticate(_ page: WebPage) async throws(AuthError) -> String {
        let text = try await page(callbackURL)
        guard let url = URL(string: text) else { throw AuthError(.webInternalError, "the page is no address") }
        let sheet = await WebSheet(anchor: anchor)
        let outcome = await withTaskCancellationHandler {
            await sheet.show(url, callbackURL: callbackURL, isEphemeral: isEphemeral)
        } onCancel: {
            Task { await sheet.cancel() }
        }
        if Task.isCancelled { throw AuthError(.cancelled) }
        return try outcome.get()
    }
}

/// The sheet, and anyone who waits for it.
@MainActor
private final class WebSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var isCancelled = false

    init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
    }

    func show(_ url: URL, callbackURL: String, isEphemeral: Bool) async -> Result<String, AuthError> {
        guard !isCancelled else { return .failure(AuthError(.cancelled)) }
        return await withCheckedContinuation { continuation in
            let session = Self.session(url, callbackURL) { @Sendable url, error in
                continuation.resume(returning: Self.outcome(url, error))
            }
            guard let session else {
                let reason = "the sheet cannot come back to this address: HTTPS takes iOS 17.4 or macOS 14.4"
                return continuation.resume(returning: .failure(AuthError(.webInternalError, reason)))
            }
            session.presentationContextProvider = self
            session.prefersEphemeralWebBrowserSession = isEphemeral
            self.session = session
            // A session that cannot start calls back too, with the reason.
            session.start()
        }
    }

    func cancel() {
        isCancelled = true
        session?.cancel()
    }

    // Some of Apple's SDKs promise to ask on the main actor, others only do it.
    nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor() }
    }

    /// The sheet, if it can come back to an address: HTTPS, or a scheme of the app's own.
    private static func session(
        _ url: URL,
        _ callbackURL: String,
        _ completion: @escaping ASWebAuthenticationSession.CompletionHandler
    ) -> ASWebAuthenticationSession? {
        guard let parts = URLComponents(string: callbackURL), let scheme = parts.scheme?.lowercased(), scheme != "http"
        else { return nil }
        guard scheme == "https" else {
            return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: completion)
        }
        guard #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *), let host = parts.host else {
            return nil
        }
        let callback = ASWebAuthenticationSession.Callback.https(host: host, path: parts.path)
        return ASWebAuthenticationSession(url: url, callback: callback, completionHandler: completion)
    }

    nonisolated private static func outcome(_ url: URL?, _ error: (any Error)?) -> Result<String, AuthError> {
        if let url { return .success(url.absoluteString) }
        let code = (error as? ASWebAuthenticationSessionError)?.code
        guard code == .canceledLogin else {
            return .failure(AuthError(.webInternalError, "the sheet cannot be shown"))
        }
        return .failure(AuthError(.webContextCancelled))
    }
}
#endif
