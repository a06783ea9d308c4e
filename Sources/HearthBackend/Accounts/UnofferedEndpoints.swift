internal import HearthCore
internal import HearthWire

/// Refuses to push to an iOS app, in the words upon which the client shows a reCAPTCHA in place of it.
struct VerifyIOSClientEndpoint: Endpoint {
    typealias Op = VerifyIOSClient

    func respond(
        to request: VerifyIOSClient.Request,
        in call: Call
    ) async throws(APIError) -> VerifyIOSClient.Response {
        guard request.appToken?.reveal().isEmpty == false else { throw APIError(.missingAppCredential) }
        throw APIError(.invalidAppCredential, "This server sends no push notifications.")
    }
}

/// Says that this server is no identity provider for SAML.
struct IssueSAMLResponseEndpoint: Endpoint {
    typealias Op = IssueSAMLResponse

    func respond(to request: IssueSAMLResponse.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        throw .notImplemented("This server issues no SAML responses to other services.")
    }
}

/// Says which operation changes the configuration.
struct SetLegacyConfigEndpoint: Endpoint {
    typealias Op = SetLegacyConfig

    func respond(to request: SetLegacyConfig.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        throw .notImplemented("setProjectConfig is not offered; PATCH /v2/projects/{project}/config is.")
    }
}

/// Says how a session is ended.
struct SignOutUserEndpoint: Endpoint {
    typealias Op = SignOutUser

    func respond(to request: SignOutUser.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        throw .notImplemented(
            "signOutUser is not offered; an administrator ends a user's sessions by accounts:update with validSince."
        )
    }
}
