internal import HearthCore
internal import HearthWire

/// A credential of a telephone number.
public typealias PhoneAuthCredential = AuthCredential

/// Has codes texted, and makes credentials of them.
///
/// ```swift
/// let verificationID = try await PhoneAuthProvider(auth).verifyPhoneNumber("+15555550100")
/// let credential = PhoneAuthProvider.credential(withVerificationID: verificationID, verificationCode: typed)
/// try await auth.signIn(with: credential)
/// ```
public struct PhoneAuthProvider: Sendable {
    /// The provider's identifier.
    public static let id = "phone"

    private let core: AuthCore

    /// Creates a provider.
    ///
    /// - Parameter auth: The client whose project texts the codes.
    public init(_ auth: Auth) {
        core = auth.core
    }

    /// Creates a provider, by FirebaseAuth's name.
    ///
    /// - Parameter auth: The client whose project texts the codes.
    /// - Returns: The provider.
    public static func provider(auth: Auth) -> PhoneAuthProvider {
        PhoneAuthProvider(auth)
    }

    /// Has a code texted to a number.
    ///
    /// - Parameter phoneNumber: The number in E.164 form, for example `+15555550100`.
    /// - Returns: What the code has to come back with; keep it while the user reads the message.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidPhoneNumber`` or
    ///   ``AuthError/Code/tooManyRequests``.
    public func verifyPhoneNumber(_ phoneNumber: String) async throws(AuthError) -> String {
        if phoneNumber.isEmpty { throw AuthError(.missingPhoneNumber) }
        let response = try await core.push.withProof(core.caller) { (proof) throws(AuthError) in
            let request = SendVerificationCode.Request { request in
                request.phoneNumber = phoneNumber
                request.iosReceipt = proof?.receipt
                request.iosSecret = proof?.secret
                request.tenantId = core.configuration.tenantID
            }
            return try await core.caller.call(SendVerificationCode.self, request)
        }
        return try Self.verificationID(response.sessionInfo)
    }

    /// Has a code texted to a number that is to be a second factor.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - session: The session of ``MultiFactor/session()``.
    /// - Returns: What the code has to come back with.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/unverifiedEmail`` or
    ///   ``AuthError/Code/secondFactorAlreadyEnrolled``.
    public func verifyPhoneNumber(
        _ phoneNumber: String,
        multiFactorSession session: MultiFactorSession
    ) async throws(AuthError) -> String {
        if phoneNumber.isEmpty { throw AuthError(.missingPhoneNumber) }
        let user = try session.enrollingUser()
        let core = user.core
        let response = try await core.push.withProof(core.caller) { (proof) throws(AuthError) in
            try await core.call(StartSecondFactorEnrollment.self, as: user.epoch) { token in
                StartSecondFactorEnrollment.Request { request in
                    request.idToken = token
                    request.phoneEnrollmentInfo = Self.start(phoneNumber, proof)
                    request.tenantId = core.configuration.tenantID
                }
            }
        }
        return try Self.verificationID(response.phoneSessionInfo?.sessionInfo)
    }

    /// Has a code texted to a second factor of a sign-in that waits.
    ///
    /// - Parameters:
    ///   - info: The factor, one of ``MultiFactorResolver/hints``.
    ///   - session: The session of ``MultiFactorResolver/session``.
    /// - Returns: What the code has to come back with.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/invalidMultiFactorSession`` if the sign-in has
    ///   waited too long.
    public func verifyPhoneNumber(
        with info: MultiFactorInfo,
        multiFactorSession session: MultiFactorSession
    ) async throws(AuthError) -> String {
        let credential = try session.pendingCredential()
        let response = try await core.push.withProof(core.caller) { (proof) throws(AuthError) in
            let request = StartSecondFactorSignIn.Request { request in
                request.mfaPendingCredential = credential
                request.mfaEnrollmentId = info.uid
                request.phoneSignInInfo = Self.start(nil, proof)
                request.tenantId = core.configuration.tenantID
            }
            return try await core.caller.call(StartSecondFactorSignIn.self, request)
        }
        return try Self.verificationID(response.phoneResponseInfo?.sessionInfo)
    }

    /// A credential of a texted code.
    ///
    /// - Parameters:
    ///   - verificationID: What ``verifyPhoneNumber(_:)`` returned.
    ///   - verificationCode: The code that the user typed.
    /// - Returns: The credential, good for one use.
    public static func credential(
        withVerificationID verificationID: String,
        verificationCode: String
    ) -> PhoneAuthCredential {
        AuthCredential(id, PhonePayload.code(Secret(verificationCode), verificationID: Secret(verificationID)))
    }

    /// A credential of a texted code, where FirebaseAuth has it.
    ///
    /// - Parameters:
    ///   - verificationID: What ``verifyPhoneNumber(_:)`` returned.
    ///   - verificationCode: The code that the user typed.
    /// - Returns: The credential, good for one use.
    public func credential(
        withVerificationID verificationID: String,
        verificationCode: String
    ) -> PhoneAuthCredential {
        Self.credential(withVerificationID: verificationID, verificationCode: verificationCode)
    }

    /// Asks for a code to a second factor; without a number it is the factor's own.
    private static func start(_ phoneNumber: String?, _ proof: PushVerification.Proof?) -> PhoneFactor.Start {
        PhoneFactor.Start { start in
            start.phoneNumber = phoneNumber
            start.iosReceipt = proof?.receipt
            start.iosSecret = proof?.secret
        }
    }

    private static func verificationID(_ session: Secret<String>?) throws(AuthError) -> String {
        guard let session, !session.reveal().isEmpty else {
            throw AuthError(.internalError, "the answer has no session")
        }
        return session.reveal()
    }
}
