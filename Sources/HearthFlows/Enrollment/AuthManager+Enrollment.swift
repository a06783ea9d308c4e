public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Begins to add a telephone as a second factor: a code is texted to it.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: What waits for the code.
    /// - Throws: ``FlowError``, for example with `AuthError.Code.unverifiedEmail`.
    public func enrollPhone(
        _ phoneNumber: String,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> SecondFactorEnrollment {
        try await beginEnrollment(phoneNumber, reauthenticate)
    }

    /// Begins to add an authenticator app as a second factor.
    ///
    /// - Parameter reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: What waits for the first code, with the key to be shown.
    /// - Throws: ``FlowError``, for example with `AuthError.Code.unverifiedEmail`.
    public func enrollAuthenticatorApp(
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> SecondFactorEnrollment {
        try await beginEnrollment(nil, reauthenticate)
    }

    /// Has another code texted to the telephone that is being added.
    ///
    /// - Parameter enrollment: What waits for the code.
    /// - Returns: What waits for it now.
    /// - Throws: ``FlowError``, for example with code ``FlowError/Code/tooSoon``.
    public func resend(_ enrollment: SecondFactorEnrollment) async throws(FlowError) -> SecondFactorEnrollment {
        await ready()
        let now = now()
        return try await call(
            EnrollmentFlow.self,
            { .resend(enrollment.id, $0, now: now) },
            orCancel: { .cancelled($0) }
        )
    }

    /// Adds the second factor with its first code.
    ///
    /// - Parameters:
    ///   - enrollment: What waits for the code.
    ///   - code: The code that the user typed.
    ///   - displayName: A name by which the user knows the factor again. Defaults to none.
    ///   - reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``. After a wrong code another one may be tried, as long as
    ///   ``SecondFactorEnrollment/attemptsLeft`` allows.
    @discardableResult
    public func finish(
        _ enrollment: SecondFactorEnrollment,
        code: String,
        displayName: String? = nil,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        await ready()
        let now = now()
        let answer = EnrollmentFlow.Answer(code: Secret(code), displayName: displayName, handler: reauthenticate)
        try await call(
            EnrollmentFlow.self,
            { .finish(enrollment.id, answer, $0, now: now) },
            orCancel: { .cancelled($0) }
        )
        return try await signedInUser()
    }

    /// Adds no second factor after all.
    ///
    /// - Parameter enrollment: What waits for the code.
    public func abandon(_ enrollment: SecondFactorEnrollment) async {
        await ready()
        await send(EnrollmentFlow.self, .abandoned(enrollment.id))
    }

    /// Takes a second factor away.
    ///
    /// - Parameters:
    ///   - factor: The factor.
    ///   - reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: The user afterwards.
    /// - Throws: ``FlowError``.
    @discardableResult
    public func unenroll(
        _ factor: MultiFactorInfo,
        reauthenticate: ReauthenticationHandler? = nil
    ) async throws(FlowError) -> User {
        try await change(confirming: .changeSecondFactors, isRecent: true, reauthenticate) { user in
            _ = try await user.multiFactor.unenroll(with: factor)
        }
    }

    private func beginEnrollment(
        _ phoneNumber: String?,
        _ handler: ReauthenticationHandler?
    ) async throws(FlowError) -> SecondFactorEnrollment {
        let enrollment = EnrollmentFlow.Enrollment(
            id: newID(),
            owner: try await signedInUser().uid,
            phoneNumber: phoneNumber,
            attemptsLeft: limits.challengeAttempts,
            resendAt: nil,
            expiresAt: now() + limits.codeLifetime
        )
        return try await call(
            EnrollmentFlow.self,
            { .begin(enrollment, handler, $0) },
            orCancel: { .cancelled($0) }
        )
    }
}

extension EnrollmentFlow {
    static func perform(_ work: Work, by manager: isolated AuthManager) async -> Event {
        switch work {
        case .start(let enrollment, let handler, let call): await start(enrollment, handler, call, manager)
        case .finish(let pending, let answer, let call): await finish(pending, answer, call, manager)
        }
    }

    private static func start(
        _ enrollment: Enrollment,
        _ handler: ReauthenticationHandler?,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        do throws(FlowError) {
            let (user, auth) = (try manager.user(enrollment.owner), manager.auth)
            let key = try await manager.run(.changeSecondFactors, user, isRecent: true, handler) {
                try await EnrollmentKey(for: enrollment, of: user, by: auth)
            }
            let (now, limits) = (manager.now(), manager.limits)
            return .started(
                call,
                key,
                resendAt: key.app == nil ? now + limits.resendDelay : nil,
                expiresAt: key.app?.enrollmentDeadline ?? now + limits.codeLifetime
            )
        } catch {
            return .startFailed(call, error)
        }
    }

    private static func finish(
        _ pending: Pending,
        _ answer: Answer,
        _ call: FlowID,
        _ manager: isolated AuthManager
    ) async -> Event {
        do throws(FlowError) {
            let user = try manager.user(pending.enrollment.owner)
            let assertion = pending.key.value.assertion(of: answer.code)
            _ = try await manager.run(.changeSecondFactors, user, isRecent: true, answer.handler) {
                try await user.multiFactor.enroll(with: assertion, displayName: answer.displayName)
            }
            return .finished(call)
        } catch {
            return .refused(call, error, isWrongCode: error.auth?.code == .invalidVerificationCode)
        }
    }
}
