import HearthAuth
import HearthCore

/// A browser that comes back with what a test has it bring.
struct ScriptedBrowser: WebAuthenticator {
    var callbackURL = "http://127.0.0.1:4000/callback"
    /// Where it comes back to, given the page.
    let visit: @Sendable (_ page: String) async throws(AuthError) -> String

    init(_ visit: @escaping @Sendable (_ page: String) async throws(AuthError) -> String) {
        self.visit = visit
    }

    func authenticate(_ page: WebPage) async throws(AuthError) -> String {
        try await visit(try await page(callbackURL))
    }
}
