import Foundation
import HearthAuth
import HearthCore
import Testing

@testable import HearthFirebaseCompat

@Suite("Errors")
struct AuthErrorsTests {
    private static func bridged(_ error: AuthError) -> NSError {
        AuthErrors.error(error, at: nil) as NSError
    }

    @Test(arguments: FirebaseCodes.all)
    func `each code has FirebaseAuth's number and name`(row: FirebaseCodes.Row) throws {
        let error = Self.bridged(AuthError(AuthError.Code(rawValue: row.number)))
        #expect(error.domain == "FIRAuthErrorDomain" && error.code == row.number)
        #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == row.name)
        let code = try #require(AuthErrorCode(rawValue: error.code))
        #expect("\(code)" == row.spelling && code.code == code)
        #expect(error.localizedDescription == AuthError(AuthError.Code(rawValue: row.number)).userMessage)
    }

    @Test func `the table is complete`() {
        #expect(FirebaseCodes.all.count == AuthErrorCode.allCases.count)
        #expect(Set(FirebaseCodes.all.map(\.number)) == Set(AuthErrorCode.allCases.map(\.rawValue)))
    }

    @Test(
        arguments: [
            (.cancelled, .networkError), (.superseded, .internalError), (.staleUser, .userTokenExpired),
            (.storageUnavailable, .keychainError), (.invalidRequest, .internalError),
            (.invalidRefreshToken, .userTokenExpired), (.projectDisabled, .operationNotAllowed),
            (.phoneNumberAlreadyInUse, .credentialAlreadyInUse), (.missingPassword, .weakPassword),
            (.invalidTenantID, .tenantIDMismatch), (.lastSignInMethod, .internalError),
            (AuthError.Code(rawValue: 1), .internalError),
        ] as [(AuthError.Code, AuthErrorCode)]
    )
    func `what FirebaseAuth has no number for gets its nearest one`(code: AuthError.Code, nearest: AuthErrorCode) {
        let error = Self.bridged(AuthError(code, "why"))
        #expect(error.code == nearest.rawValue)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? AuthError)?.code == code)
        #expect(error.localizedFailureReason == "why")
    }

    @Test func `a weak password and a function say why`() {
        var weak = AuthError(.weakPassword)
        weak.serverDetail = "Password should be at least 6 characters"
        #expect(Self.bridged(weak).localizedFailureReason == weak.serverDetail)
        var blocked = AuthError(.blockingCloudFunctionError)
        blocked.serverDetail = "Only staff may sign in."
        #expect(Self.bridged(blocked).localizedDescription == "Only staff may sign in.")
    }

    @Test func `a code that an app throws itself is the same error`() {
        let error = AuthErrorCode.wrongPassword as NSError
        #expect(error.domain == AuthErrorDomain && error.code == 17_009)
        #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_WRONG_PASSWORD")
    }

    @Test func `an error that is not Hearth's stays what it is`() {
        #expect(AuthErrors.error(CancellationError(), at: nil) is CancellationError)
    }

    @Test func `printing an error prints no credential`() async throws {
        let test = try await TestApp()
        let error = await thrown { try await test.auth.signIn(withEmail: "eve@example.com", password: "hunter22") }
        #expect(!"\(try #require(error))".contains("hunter22"))
    }
}
