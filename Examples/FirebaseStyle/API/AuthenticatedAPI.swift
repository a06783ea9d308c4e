import HearthFirebaseCompat

/// A call of the app's own API.
struct APIRequest: Sendable, Equatable {
    var path: String
    var headers: [String: String] = [:]
}

/// What the API answered.
struct APIResponse: Sendable, Equatable {
    var status: Int
    var body = ""
}

/// Calls the app's own API as the user who is signed in.
struct AuthenticatedAPI: Sendable {
    let auth: Auth
    /// Sends a request, for example with `URLSession`.
    let send: @Sendable (APIRequest) async throws -> APIResponse

    /// Sends a request with the user's identity token; one that is refused is refreshed, once.
    func call(_ path: String) async throws -> APIResponse {
        let response = try await attempt(path, forcingRefresh: false)
        guard response.status == 401 else { return response }
        return try await attempt(path, forcingRefresh: true)
    }

    private func attempt(_ path: String, forcingRefresh: Bool) async throws -> APIResponse {
        guard let user = auth.currentUser else { throw AppError.noSession }
        let token = try await user.getIDToken(forcingRefresh: forcingRefresh)
        return try await send(APIRequest(path: path, headers: ["Authorization": "Bearer \(token)"]))
    }
}
