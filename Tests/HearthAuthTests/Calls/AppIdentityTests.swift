import HearthAuth
import HearthCore
import HearthHTTP
import Testing

@Suite("Restricted API keys")
struct AppIdentityTests {
    /// A client whose app names itself.
    private func client(_ app: AppIdentity?, _ service: FakeService) -> Auth {
        var configuration = AuthConfiguration.emulator(project: "demo-test")
        configuration.app = app
        return Auth(configuration, storage: InMemorySessionStorage(), transport: service, retry: .never)
    }

    @Test(arguments: [
        (AppIdentity.apple(bundleID: "com.example.notes"), ["X-Ios-Bundle-Identifier": "com.example.notes"]),
        (
            .android(package: "com.example.notes", certificate: "da:39:a3"),
            ["X-Android-Package": "com.example.notes", "X-Android-Cert": "DA39A3"]
        ),
        (.web(referer: "https://notes.example/"), ["Referer": "https://notes.example/"]),
    ])
    func `each call names the app`(_ app: AppIdentity, _ fields: [String: String]) async throws {
        let service = FakeService()
        let auth = client(app, service)
        try await auth.signInAnonymously()
        _ = try await auth.idToken(forcingRefresh: true)
        #expect(Set(service.calls.map(\.operation)) == ["signUp", "lookup", "token"])
        for call in service.calls {
            for (name, value) in fields { #expect(call.request.fields[name] == value) }
        }
    }

    @Test func `an app that is not named sends no name`() async throws {
        let service = FakeService()
        try await client(nil, service).signInAnonymously()
        let names = ["X-Ios-Bundle-Identifier", "X-Android-Package", "X-Android-Cert", "Referer"]
        #expect(service.calls.allSatisfy { call in names.allSatisfy { call.request.fields[$0] == nil } })
    }

    // The sentences and reasons of Google's API gateway.
    @Test(arguments: [
        (
            "Requests from this iOS client application com.example.notes are blocked.", "API_KEY_IOS_APP_BLOCKED",
            AuthError.Detail.keyOfAnotherBundle, "AuthConfiguration.app"
        ),
        (
            "Requests from this Android client application <empty> are blocked.", "API_KEY_ANDROID_APP_BLOCKED",
            .keyOfAnotherAndroidApp, "package and certificate"
        ),
        (
            "Requests from referer <empty> are blocked.", "API_KEY_HTTP_REFERRER_BLOCKED", .keyOfAnotherReferer,
            "web pages"
        ),
        (
            "The provided API key has an IP address restriction. The originating IP address of the call (10.0.0.1) "
                + "violates this restriction.", "API_KEY_IP_ADDRESS_BLOCKED", .keyOfAnotherAddress, "IP addresses"
        ),
        (
            "Requests to this API identitytoolkit method google.cloud.identitytoolkit.v1.AuthenticationService.SignUp "
                + "are blocked.", "API_KEY_SERVICE_BLOCKED", .keyOfAnotherService, "Identity Toolkit API"
        ),
    ])
    func `a blocked key says what to do`(
        _ message: String,
        _ reason: String,
        _ detail: AuthError.Detail,
        _ hint: String
    ) async throws {
        let body = """
            {"error":{"code":403,"message":"\(message)","status":"PERMISSION_DENIED",
            "errors":[{"message":"\(message)","domain":"global","reason":"forbidden"}],
            "details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"\(reason)",
            "domain":"googleapis.com","metadata":{"service":"identitytoolkit.googleapis.com"}}]}}
            """
        let service = FakeService()
        service.next("signUp", .answer(status: 403, body: Array(body.utf8)))
        let auth = client(nil, service)
        let error = await failure { () throws(AuthError) in try await auth.signInAnonymously() }
        #expect(error?.code == .appNotAuthorized && error?.detail == detail && error?.recovery == .configuration)
        #expect(error?.recoveryHint.contains(hint) == true)
        #expect(error.map { "\($0)".contains("10.0.0.1") } == false)
    }
}
