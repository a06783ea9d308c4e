public import HearthAuth

/// Presents a page of reCAPTCHA before a code is texted, in FirebaseAuth.
///
/// Here nothing is presented: the parameter is there for code that passes `nil`, or an object that is never asked. How
/// Firebase verifies an app without a page: `setAPNSToken(_:type:)`.
public protocol AuthUIDelegate: AnyObject, Sendable {}

/// Has codes texted, and makes credentials of them.
public final class PhoneAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = HearthAuth.PhoneAuthProvider.id

    private let auth: Auth

    private init(_ auth: Auth) {
        self.auth = auth
    }

    /// The provider of a client.
    ///
    /// - Parameter auth: The client whose project texts the codes. Defaults to that of the default app.
    /// - Returns: The provider.
    public static func provider(auth: Auth = .auth()) -> PhoneAuthProvider {
        PhoneAuthProvider(auth)
    }

    /// Has a code texted to a number, for a sign-in or for a second factor that is to be enrolled.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form, for example `+15555550100`.
    ///   - uiDelegate: Never asked. Defaults to none.
    ///   - multiFactorSession: The session of ``MultiFactor/session()``, for a second factor. Defaults to none.
    /// - Returns: What the code has to come back with; keep it while the user reads the message.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    public func verifyPhoneNumber(
        _ phoneNumber: String,
        uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession? = nil
    ) async throws -> String {
        try await auth.performVerified { client in
            let provider = HearthAuth.PhoneAuthProvider(client)
            guard let multiFactorSession else { return try await provider.verifyPhoneNumber(phoneNumber) }
            return try await provider.verifyPhoneNumber(phoneNumber, multiFactorSession: multiFactorSession)
        }
    }

    /// Has a code texted to a number, and then calls the completion handler.
    public func verifyPhoneNumber(
        _ phoneNumber: String,
        uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession? = nil,
        completion: AuthCompletion<String>?
    ) {
        complete(completion) {
            try await self.verifyPhoneNumber(phoneNumber, multiFactorSession: multiFactorSession)
        }
    }

    /// Has a code texted to a second factor of a sign-in that waits.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: The factor, one of ``MultiFactorResolver/hints``.
    ///   - uiDelegate: Never asked. Defaults to none.
    ///   - multiFactorSession: The session of ``MultiFactorResolver/session``.
    /// - Returns: What the code has to come back with.
    /// - Throws: An `NSError` with one of the ``AuthErrorCode``s.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo,
        uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        try await auth.performVerified { client in
            guard let multiFactorSession else { throw AuthError(.missingMultiFactorSession) }
            return try await HearthAuth.PhoneAuthProvider(client)
                .verifyPhoneNumber(with: multiFactorInfo.value, multiFactorSession: multiFactorSession)
        }
    }

    /// Has a code texted to a second factor of a sign-in that waits, and then calls the completion handler.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo,
        uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?,
        completion: AuthCompletion<String>?
    ) {
        complete(completion) {
            try await self.verifyPhoneNumber(with: multiFactorInfo, multiFactorSession: multiFactorSession)
        }
    }

    /// A credential of a texted code.
    ///
    /// - Parameters:
    ///   - verificationID: What the texting returned.
    ///   - verificationCode: The code that the user typed.
    /// - Returns: The credential, good for one use.
    public func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(
            HearthAuth.PhoneAuthProvider.credential(
                withVerificationID: verificationID,
                verificationCode: verificationCode
            )
        )
    }
}
