internal import HearthHTTP
internal import HearthTokens

/// What a provider says in the address to which the browser came back.
struct WebAnswer: Sendable {
    /// The whole address.
    let url: String

    private let parameters: [String: String]

    /// What an answer has one of, unless it is a refusal.
    private static let results = ["code", "id_token", "access_token", "SAMLResponse", "oauth_token"]

    /// Reads an address.
    init(_ url: String) {
        self.url = url
        parameters = Self.parameters(of: url)
    }

    subscript(_ name: String) -> String? { parameters[name] }

    /// Refuses an answer to another question, and a question that was not answered.
    ///
    /// - Parameter state: What the provider was given to repeat; `nil` if it was given nothing.
    /// - Throws: ``AuthError``.
    func check(state: String?) throws(AuthError) {
        guard state == nil || self["state"] == state else {
            throw AuthError(.webSignInUserInteractionFailure, "the answer is not to this question")
        }
        if let code = self["error"] {
            guard code != "access_denied" else { throw AuthError(.webContextCancelled, "the user declined") }
            var error = AuthError(.webSignInUserInteractionFailure, "the provider did not sign the user in")
            error.serverCode = OAuthError.code(code)
            throw error
        }
        guard Self.results.contains(where: { self[$0]?.isEmpty == false }) else {
            throw AuthError(.webSignInUserInteractionFailure, "the address holds no answer")
        }
    }

    /// The parameters of an address, those of the fragment before those of the query.
    private static func parameters(of url: String) -> [String: String] {
        var merged: [String: String] = [:]
        let address = url.prefix { $0 != "#" }
        let query = address.drop { $0 != "?" }.dropFirst()
        for part in [query, url[address.endIndex...].dropFirst()] {
            for parameter in FormParameters(decoding: part).all { merged[parameter.name] = parameter.value }
        }
        return merged
    }
}
