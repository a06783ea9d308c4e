import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("The service's refusals")
struct ServerCodesTests {
    private func error(_ message: String, status: Int = 400, reasons: [JSONValue] = []) async -> AuthError? {
        let fixture = Fixture()
        let body: JSONValue = ["error": ["code": 400, "message": .string(message), "errors": .array(reasons)]]
        fixture.service.next("signUp", .answer(status: status, body: JSON.serialize(body)))
        return await failure { () throws(AuthError) in
            try await fixture.auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        }
    }

    @Test func `59 are known to Apple clients, and 63 more are known here`() {
        #expect(KnownErrors.common.count == 59)
        #expect(KnownErrors.rare.count == 26 + 37)
        #expect(Set((KnownErrors.common + KnownErrors.rare).map(\.serverCode)).count == 122)
    }

    @Test(arguments: KnownErrors.common + KnownErrors.rare, ["", " : the detail", ": the detail"])
    func `each becomes its code`(_ row: KnownErrors.Row, _ tail: String) async {
        let error = await error(row.serverCode + tail)
        #expect(error?.code.name == row.name)
        #expect(error?.code.rawValue == row.number)
        #expect(error?.serverCode == row.serverCode)
        #expect(error?.serverDetail == (tail.isEmpty ? nil : "the detail"))
        #expect(error?.httpStatus == 400)
        #expect(error?.operation == "SignUp")
        if row.name != "internalError" { #expect(error?.recovery != .unknown) }
    }

    @Test(arguments: KnownErrors.classes)
    func `each of FirebaseAuth's codes has its name and what helps`(_ row: KnownErrors.Class) {
        let error = AuthError(AuthError.Code(rawValue: row.number))
        #expect(error.code.name == row.name)
        #expect(error.recovery.rawValue == row.recovery)
        #expect(!error.userMessage.isEmpty)
    }

    @Test(arguments: [
        ("NEWS_OF_TOMORROW : ((what) : ever)", "NEWS_OF_TOMORROW", "((what) : ever)"),
        ("API key not valid. Please pass a valid API key.", "API key not valid. Please pass a valid API key.", nil),
        ("TENANT_ID_MISMATCH: ((x))", "TENANT_ID_MISMATCH", "((x))"), ("", "", nil), (" : ", "", nil),
    ])
    func `what is unknown survives verbatim`(_ message: String, _ code: String, _ detail: String?) async {
        let error = await error(message)
        #expect(error?.serverCode == code)
        #expect(error?.serverDetail == detail)
    }

    @Test(arguments: [
        ("keyInvalid", AuthError.Code.invalidAPIKey), ("keyInvalidSomehow", .invalidAPIKey),
        ("API_KEY_INVALID", .invalidAPIKey), ("ipRefererBlocked", .appNotAuthorized), ("other", .internalError),
    ])
    func `a reason beside an unknown word is used`(_ reason: String, _ code: AuthError.Code) async {
        #expect(await error("Bad Request", reasons: [["reason": .string(reason)]])?.code == code)
    }

    @Test func `the words of a blocking function are cut out`() async {
        let message = """
            BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \
            {"error":{"message":"Only staff may sign up.","status":"PERMISSION_DENIED"}}
            """
        let error = await error(message)
        #expect(error?.code == .blockingCloudFunctionError)
        #expect(error?.serverDetail == "Only staff may sign up.")
    }

    @Test(arguments: [
        (500, "", AuthError.Code.internalError, true), (503, "<html>", .internalError, true),
        (403, "<html>portal</html>", .networkError, true), (200, "<html>portal</html>", .networkError, true),
        (200, "{\"idToken\":", .networkError, true), (200, "{}", .internalError, false),
        (200, "[]", .internalError, false), (200, "{\"idToken\":{\"a\":1}}", .internalError, false),
        (400, "{}", .networkError, true), (400, "{\"error\":\"invalid_grant\"}", .internalError, false),
        (429, "", .tooManyRequests, true), (302, "", .networkError, true),
    ])
    func `an answer that is not the service's is an error of its own`(
        _ status: Int,
        _ body: String,
        _ code: AuthError.Code,
        _ isTransient: Bool
    ) async {
        let fixture = Fixture()
        fixture.service.next("signUp", .answer(status: status, body: Array(body.utf8)))
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(error?.code == code)
        #expect(error?.isTransient == isTransient)
        if status != 200 || code == .networkError { #expect(error?.httpStatus == status) }
    }

    @Test(arguments: [("7", Duration.seconds(7)), ("99999999", .seconds(86_400)), ("-1", .zero), ("soon", nil)])
    func `the service may ask to wait`(_ value: String, _ expected: Duration?) async {
        let fixture = Fixture()
        let fault = FakeService.Fault.answer(status: 429, body: [], fields: ["Retry-After": value])
        fixture.service.next("signUp", fault)
        let error = await failure { () throws(AuthError) in try await fixture.auth.signInAnonymously() }
        #expect(error?.retryAfter == expected)
        #expect(error?.recovery == .wait)
    }

    @Test(arguments: [
        (TransportError.Kind.unreachable, AuthError.Code.networkError), (.timedOut, .networkError),
        (.insecure, .networkError), (.cancelled, .cancelled), (.responseTooLarge, .networkError),
        (.invalidRequest, .invalidRequest),
    ])
    func `a transport's failure keeps its kind`(_ kind: TransportError.Kind, _ code: AuthError.Code) async {
        let fixture = Fixture()
        fixture.service.next("signInWithPassword", .transport(kind))
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.signIn(withEmail: "eve@example.com", password: "x")
        }
        #expect(error?.code == code)
        #expect(error?.transport == kind)
    }
}
