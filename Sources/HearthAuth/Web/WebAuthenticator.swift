/// Shows a page for signing in, and waits until the browser comes back from it.
///
/// Implement it to use another browser, or to test without one:
///
/// ```swift
/// struct MyBrowser: WebAuthenticator {
///     func authenticate(_ page: WebPage) async throws(AuthError) -> String {
///         let url = try await page("com.example.app://signed-in")
///         return try await show(url)
///     }
/// }
/// ```
public protocol WebAuthenticator: Sendable {
    /// Finds the page's address once it is known where the browser is to come back to.
    ///
    /// It throws ``AuthError``, which is passed on.
    typealias WebPage = @Sendable (_ callbackURL: String) async throws(AuthError) -> String

    /// Opens a page, and waits until the browser comes back.
    ///
    /// Ends at once when the task is cancelled.
    ///
    /// - Parameter page: Finds the page's address; called once.
    /// - Returns: The whole address to which the browser came back, with its query and fragment.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/webContextCancelled`` if the user closed the
    ///   page.
    func authenticate(_ page: WebPage) async throws(AuthError) -> String
}
