import HearthCore
import HearthJSON
import Testing

@testable import HearthWire

@Suite("An error on the wire")
struct APIErrorTests {
    private func envelope(_ json: String) throws -> JSONValue { try JSON.parse(Array(json.utf8)) }

    @Test func `has a code alone, or with a detail behind a colon between spaces`() throws {
        #expect(
            APIError(.emailExists).envelope
                == (try envelope(
                    """
                    {"error": {"code": 400, "message": "EMAIL_EXISTS",
                     "errors": [{"message": "EMAIL_EXISTS", "reason": "invalid", "domain": "global"}]}}
                    """
                ))
        )
        #expect(APIError(.weakPassword, "Six : or more").message == "WEAK_PASSWORD : Six : or more")
        #expect(APIError(.weakPassword, "").message == "WEAK_PASSWORD : ")
    }

    // The envelopes of the official emulator, as its clients read them.
    @Test(
        arguments: [
            (
                APIError.notFound,
                """
                {"error": {"code": 404, "message": "Not Found", "status": "NOT_FOUND",
                 "errors": [{"message": "Not Found", "reason": "notFound", "domain": "global"}]}}
                """
            ),
            (
                .missingKey,
                """
                {"error": {"code": 403, "message": "The request is missing a valid API key.",
                 "status": "PERMISSION_DENIED", "errors": [{"message": "The request is missing a valid API key.",
                 "reason": "forbidden", "domain": "global"}]}}
                """
            ),
            (
                .invalidArgument("Invalid JSON payload received. /email must be string"),
                """
                {"error": {"code": 400, "message": "Invalid JSON payload received. /email must be string",
                 "status": "INVALID_ARGUMENT", "errors": [{"reason": "invalid", "domain": "global",
                 "message": "Invalid JSON payload received. /email must be string"}]}}
                """
            ),
            (
                .invalidArgument("Invalid JSON payload received. Unexpected end", reason: "parseError"),
                """
                {"error": {"code": 400, "message": "Invalid JSON payload received. Unexpected end",
                 "status": "INVALID_ARGUMENT", "errors": [{"reason": "parseError", "domain": "global",
                 "message": "Invalid JSON payload received. Unexpected end"}]}}
                """
            ),
            (
                .permissionDenied("The key is of another project."),
                """
                {"error": {"code": 403, "message": "INSUFFICIENT_PERMISSION : The key is of another project.",
                 "status": "PERMISSION_DENIED", "errors": [{"reason": "forbidden", "domain": "global",
                 "message": "INSUFFICIENT_PERMISSION : The key is of another project."}]}}
                """
            ),
            (
                .notImplemented("Not here."),
                """
                {"error": {"code": 501, "message": "Not here.", "status": "NOT_IMPLEMENTED",
                 "errors": [{"message": "Not here.", "reason": "unimplemented", "domain": "global"}]}}
                """
            ),
            (
                .internalError,
                """
                {"error": {"code": 500, "message": "INTERNAL_ERROR", "status": "INTERNAL",
                 "errors": [{"message": "INTERNAL_ERROR", "reason": "internal", "domain": "global"}]}}
                """
            ),
            (
                .payloadTooLarge(limit: 65536),
                """
                {"error": {"code": 413, "message": "Request payload size exceeds the limit: 65536 bytes.",
                 "status": "INVALID_ARGUMENT", "errors": [{"reason": "uploadTooLarge", "domain": "global",
                 "message": "Request payload size exceeds the limit: 65536 bytes."}]}}
                """
            ),
            (
                .overloaded,
                """
                {"error": {"code": 503, "message": "UNAVAILABLE : The service is busy. Try again later.",
                 "status": "UNAVAILABLE", "errors": [{"reason": "backendError", "domain": "global",
                 "message": "UNAVAILABLE : The service is busy. Try again later."}]}}
                """
            ),
            (
                APIError(words: "Told in words"),
                """
                {"error": {"code": 400, "message": "Told in words",
                 "errors": [{"message": "Told in words", "reason": "invalid", "domain": "global"}]}}
                """
            ),
        ] as [(APIError, String)]
    )
    func `has the envelope that clients take apart`(_ error: APIError, _ json: String) throws {
        #expect(error.envelope == (try envelope(json)))
    }

    @Test(
        arguments: [
            (APIError.missingCredential, "required", "Login Required.", "Request is missing required authentication"),
            (APIError.invalidCredential, "authError", "Invalid Credentials", "Request had invalid authentication"),
        ]
    )
    func `about a credential says where it belongs`(
        _ error: APIError,
        _ reason: String,
        _ message: String,
        _ beginning: String
    ) {
        #expect(error.envelope["error"]?["code"] == 401)
        #expect(error.envelope["error"]?["status"] == "UNAUTHENTICATED")
        #expect(error.message.hasPrefix(beginning))
        #expect(error.message.hasSuffix("https://developers.google.com/identity/sign-in/web/devconsole-project."))
        #expect(!error.message.contains("\n"))
        let entry: JSONValue = [
            "message": .string(message), "reason": .string(reason), "domain": "global",
            "location": "Authorization", "locationType": "header",
        ]
        #expect(error.envelope["error"]?["errors"]?.array == [entry])
    }

    @Test func `has a place only with what kind of place it is`() {
        var error = APIError(.invalidEmail)
        error.item.location = "email"
        #expect(error.envelope["error"]?["errors"]?.array?.first?["location"] == nil)
        error.item.locationType = "parameter"
        #expect(error.envelope["error"]?["errors"]?.array?.first?["location"] == "email")
        #expect(error.envelope["error"]?["errors"]?.array?.first?["locationType"] == "parameter")
    }

    // The JavaScript SDK splits at the colon between spaces, iOS and Python at the first colon.
    @Test(
        arguments: [
            (APIError.Code.emailExists, "EMAIL_EXISTS"), (.invalidLoginCredentials, "INVALID_LOGIN_CREDENTIALS"),
            (.tooManyAttemptsTryLater, "TOO_MANY_ATTEMPTS_TRY_LATER"), (.userDisabled, "USER_DISABLED"),
            (.tokenExpired, "TOKEN_EXPIRED"), (.invalidIDToken, "INVALID_ID_TOKEN"),
            (.credentialTooOldLoginAgain, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"), (.expiredOOBCode, "EXPIRED_OOB_CODE"),
            (.invalidOOBCode, "INVALID_OOB_CODE"), (.missingOrInvalidNonce, "MISSING_OR_INVALID_NONCE"),
            (.federatedUserIDAlreadyLinked, "FEDERATED_USER_ID_ALREADY_LINKED"),
            (.passwordDoesNotMeetRequirements, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"),
            (.invalidMFAPendingCredential, "INVALID_MFA_PENDING_CREDENTIAL"),
            (.secondFactorLimitExceeded, "SECOND_FACTOR_LIMIT_EXCEEDED"), (.tenantIDMismatch, "TENANT_ID_MISMATCH"),
            (.invalidIDPResponse, "INVALID_IDP_RESPONSE"), (.missingMFAEnrollmentID, "MISSING_MFA_ENROLLMENT_ID"),
            (.resetPasswordExceedLimit, "RESET_PASSWORD_EXCEED_LIMIT"), (.missingIOSBundleID, "MISSING_IOS_BUNDLE_ID"),
            (.adminOnlyOperation, "ADMIN_ONLY_OPERATION"), (.configurationNotFound, "CONFIGURATION_NOT_FOUND"),
            (.passkeyCredentialNotFound, "PASSKEY_CREDENTIAL_NOT_FOUND"), (.captchaCheckFailed, "CAPTCHA_CHECK_FAILED"),
            (.blockingFunctionErrorResponse, "BLOCKING_FUNCTION_ERROR_RESPONSE"), (.quotaExceeded, "QUOTA_EXCEEDED"),
        ]
    )
    func `has the code that the official SDKs look for`(_ code: APIError.Code, _ spelling: String) {
        #expect(code.rawValue == spelling)
        #expect(APIError(code, "detail : more").message.split(separator: ":").first == "\(spelling) ")
    }
}

@Suite("The proof of the app in a request")
struct AppAttestationFieldsTests {
    private func check<Request: AppAttestationFields>(
        _ type: Request.Type,
        _ action: String,
        _ json: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Request.appAttestationAction == action, sourceLocation: sourceLocation)
        var request = try message(type, json)
        #expect(request.captchaResponse?.reveal() == "proof", sourceLocation: sourceLocation)
        #expect(request.clientType == "CLIENT_TYPE_WEB", sourceLocation: sourceLocation)
        #expect(request.recaptchaVersion == "RECAPTCHA_ENTERPRISE", sourceLocation: sourceLocation)
        request.captchaResponse = "other"
        request.clientType = nil
        request.recaptchaVersion = "V2"
        let written = String(decoding: try JSON.encode(request), as: UTF8.self)
        #expect(written.contains("\"other\"") && written.contains("\"V2\""), sourceLocation: sourceLocation)
        #expect(!written.contains("proof") && !written.contains("CLIENT_TYPE"), sourceLocation: sourceLocation)
    }

    private static let fields = """
        "clientType": "CLIENT_TYPE_WEB", "recaptchaVersion": "RECAPTCHA_ENTERPRISE"
        """

    // The actions are what the official JavaScript SDK names to reCAPTCHA.
    @Test func `stands where the official SDKs put it`() throws {
        let plain = #"{"captchaResponse": "proof", \#(Self.fields)}"#
        try check(SignUp.Request.self, "signUpPassword", plain)
        try check(SignInWithPassword.Request.self, "signInWithPassword", plain)
        try check(SendVerificationCode.Request.self, "sendVerificationCode", plain)
        try check(SendCode.Request.self, "getOobCode", #"{"captchaResp": "proof", \#(Self.fields)}"#)
        try check(StartSecondFactorEnrollment.Request.self, "mfaSmsEnrollment", #"{"phoneEnrollmentInfo": \#(plain)}"#)
        try check(StartSecondFactorSignIn.Request.self, "mfaSmsSignIn", #"{"phoneSignInInfo": \#(plain)}"#)
    }

    @Test func `is absent where its part of the request is`() throws {
        var request = StartSecondFactorSignIn.Request()
        #expect(request.captchaResponse == nil && request.clientType == nil && request.recaptchaVersion == nil)
        // There is no telephone to ask for: the proof is not sent for another factor.
        request.captchaResponse = "proof"
        #expect(try JSON.encode(request) == Array("{}".utf8))
    }
}
