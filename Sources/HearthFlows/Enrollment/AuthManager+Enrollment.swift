public import HearthAuth
internal import HearthCore

extension AuthManager {
    /// Begins to add a telephone as a second factor: a code is texted to it.
    ///
    /// - Parameters:
    ///   - phoneNumber: The number in E.164 form.
    ///   - reauthenticate: Asks the user if the service wants a recent sign-in.
    /// - Returns: What waits for the code.
    /// - Throws: ``FlowError``, for example with ``HearthAuth/AuthError/Code/unverifiedEmail``.
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
    /// - Throws: ``FlowError``, for example with ``HearthAuth/AuthError/Code/unverifiedEmail``.
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
        let id = newID()
        let started = try await wait(enrollmentsStarted, id) {
            await send(EnrollmentFlow.Event.resend(enrollment.id, call: id, now: now()))
        } cancel: {
            await send(EnrollmentFlow.Event.cancelled(call: id))
        }
        return SecondFactorEnrollment(started, materials.enrollmentKey?.app)
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
        let id = newID()
        materials.codes[id] = (Secret(code), nil)
        materials.enrollmentNames[id] = displayName
        materials.handlers[id] = reauthenticate
        try await wait(completions, id) {
            await send(EnrollmentFlow.Event.finish(enrollment.id, call: id, now: now()))
        } cancel: {
            await send(EnrollmentFlow.Event.cancelled(call: id))
        }
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        return user
    }

    /// Adds no second factor after all.
    ///
    /// - Parameter enrollment: What waits for the code.
    public func abandon(_ enrollment: SecondFactorEnrollment) async {
        await ready()
        await send(EnrollmentFlow.Event.abandoned(enrollment.id))
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
        await ready()
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        let id = newID()
        materials.handlers[id] = handler
        let enrollment = EnrollmentFlow.Enrollment(
            id: id,
            owner: user.uid,
            phoneNumber: phoneNumber,
            attemptsLeft: limits.challengeAttempts,
            resendAt: nil,
            expiresAt: now() + limits.codeLifetime
        )
        let started = try await wait(enrollmentsStarted, id) {
            await send(EnrollmentFlow.Event.begin(enrollment, call: id))
        } cancel: {
            await send(EnrollmentFlow.Event.cancelled(call: id))
        }
        return SecondFactorEnrollment(started, materials.enrollmentKey?.app)
    }

    func send(_ event: EnrollmentFlow.Event) async {
        for effect in step(EnrollmentFlow.self, \.enrollment, event) {
            switch effect {
            case .start(let enrollment, let call): work(call) { await $0.start(enrollment, call) }
            case .finish(let enrollment, let call): work(call) { await $0.finish(enrollment, call) }
            case .endStart(let id, let result): finish(enrollmentsStarted, id, result)
            case .endFinish(let id, let result): finish(completions, id, result)
            case .forgetKey: materials.enrollmentKey = nil
            }
        }
    }

    private func start(_ enrollment: EnrollmentFlow.Enrollment, _ call: FlowID) async {
        do throws(FlowError) {
            let user = try user(enrollment.owner)
            let key = try await run(.changeSecondFactors, user, isRecent: true, materials.handlers[call]) { [auth] in
                try await EnrollmentKey(for: enrollment, of: user, by: auth)
            }
            guard case .starting(_, call) = machines.enrollment else { return }
            materials.enrollmentKey = key
            let now = now()
            let resendAt = key.app == nil ? now + limits.resendDelay : nil
            let expiresAt = key.app?.enrollmentDeadline ?? now + limits.codeLifetime
            await send(EnrollmentFlow.Event.started(call: call, resendAt: resendAt, expiresAt: expiresAt))
        } catch {
            await send(EnrollmentFlow.Event.startFailed(call: call, error))
        }
    }

    private func finish(_ enrollment: EnrollmentFlow.Enrollment, _ call: FlowID) async {
        do throws(FlowError) {
            let user = try user(enrollment.owner)
            let assertion = try assertion(for: call)
            let name = materials.enrollmentNames[call]
            _ = try await run(.changeSecondFactors, user, isRecent: true, materials.handlers[call]) {
                try await user.multiFactor.enroll(with: assertion, displayName: name)
            }
            await sessionChanged()
            await send(EnrollmentFlow.Event.finished(call: call))
        } catch {
            let isWrongCode = error.auth?.code == .invalidVerificationCode
            await send(EnrollmentFlow.Event.refused(call: call, error, isWrongCode: isWrongCode))
        }
    }

    private func assertion(for call: FlowID) throws(FlowError) -> MultiFactorAssertion {
        guard let code = materials.codes[call]?.code, let key = materials.enrollmentKey else {
            throw FlowError(.notPending)
        }
        return key.assertion(of: code)
    }

    /// The one who is signed in, if it is the expected one.
    func user(_ uid: String) throws(FlowError) -> User {
        guard let user = auth.currentUser else { throw FlowError(.signedOut) }
        guard user.uid == uid else { throw FlowError(.superseded) }
        return user
    }
}

extension SecondFactorEnrollment {
    init(_ enrollment: EnrollmentFlow.Enrollment, _ key: TOTPSecret?) {
        id = enrollment.id
        phoneNumber = enrollment.phoneNumber
        totp = key
        attemptsLeft = enrollment.attemptsLeft
        resendAt = enrollment.resendAt
        expiresAt = enrollment.expiresAt
    }
}
