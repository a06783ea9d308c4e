internal import HearthAuth
internal import HearthCore

/// Adding a second factor: a code is texted or a key shown, and the first code tried a few times.
enum EnrollmentFlow: LastingFlow {
    struct Enrollment: Sendable, Hashable, Codable {
        let id: FlowID
        let owner: String
        /// `nil` for an authenticator app.
        let phoneNumber: String?
        var attemptsLeft: Int
        var resendAt: UnixTime?
        var expiresAt: UnixTime
    }

    /// An enrollment, and what its first code has to come back with.
    struct Pending: Sendable, Hashable, Codable {
        var enrollment: Enrollment
        let key: Carried<EnrollmentKey>
    }

    /// The first code, and how to add the factor.
    struct Answer: Sendable {
        let code: Secret<String>
        let displayName: String?
        let handler: ReauthenticationHandler?
    }

    enum State: Sendable, Hashable {
        case idle
        /// A first one, or another text in place of one that was sent.
        case starting(Enrollment, again: Pending?, Call<SecondFactorEnrollment>)
        case awaitingCode(Pending)
        case finishing(Pending, Call<Void>)
    }

    enum Event: Sendable {
        case begin(Enrollment, ReauthenticationHandler?, Call<SecondFactorEnrollment>)
        case resend(FlowID, Call<SecondFactorEnrollment>, now: UnixTime)
        case started(FlowID, EnrollmentKey, resendAt: UnixTime?, expiresAt: UnixTime)
        case startFailed(FlowID, FlowError)
        case finish(FlowID, Answer, Call<Void>, now: UnixTime)
        case finished(FlowID)
        case refused(FlowID, FlowError, isWrongCode: Bool)
        case cancelled(FlowID)
        case abandoned(FlowID)
        case expired(now: UnixTime)
        case ownerLeft
    }

    enum Work: Sendable {
        case start(Enrollment, ReauthenticationHandler?, FlowID)
        case finish(Pending, Answer, FlowID)
    }

    static let name = "enrollment"
    static let version = 2
    static let idle = State.idle
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.enrollment }

    static func record(of state: State) -> FlowRecord<Pending>? {
        guard let pending = state.pending else { return nil }
        return FlowRecord(kept: pending, owner: pending.enrollment.owner, expiresAt: pending.enrollment.expiresAt)
    }

    static func resume(_ kept: Pending) -> State { .awaitingCode(kept) }

    static func deadline(of state: State) -> UnixTime? { state.pending?.enrollment.expiresAt }
    static func due(at now: UnixTime) -> Event? { .expired(now: now) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        guard let owner = state.owner, owner != session.uid else { return nil }
        return .ownerLeft
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Work>]) {
        switch (state, event) {
        case (_, .begin(let enrollment, let handler, let call)):
            let (_, effects) = end(state, FlowError(.superseded))
            let work = Work.start(enrollment, handler, call.id)
            return (.starting(enrollment, again: nil, call), effects + [.perform(work, call.id)])
        case (_, .resend(let id, let call, let now)):
            return resend(state, id, call, now)
        case (.starting(var enrollment, _, let call), .started(let id, let key, let resendAt, let expiresAt))
        where id == call.id:
            enrollment.resendAt = resendAt
            enrollment.expiresAt = expiresAt
            let pending = Pending(enrollment: enrollment, key: Carried(key))
            return (.awaitingCode(pending), [.answer(call.succeed(pending.shown))])
        case (.starting(_, let again, let call), .startFailed(let id, let error)) where id == call.id:
            // A code that was texted before is still good.
            return (again.map { .awaitingCode($0) } ?? .idle, [.answer(call.fail(error))])
        case (_, .finish(let id, let answer, let call, let now)):
            return finish(state, id, answer, call, now)
        case (.finishing(_, let call), .finished(let id)) where id == call.id:
            return (.idle, [.answer(call.succeed(()))])
        case (.finishing(let pending, let call), .refused(let id, let error, let isWrongCode)) where id == call.id:
            return refuse(pending, call, error, isWrongCode)
        case (.starting(_, let again, let call), .cancelled(let id)) where id == call.id:
            return (again.map { .awaitingCode($0) } ?? .idle, [.answer(call.fail(.cancelled))])
        case (.finishing(let pending, let call), .cancelled(let id)) where id == call.id:
            return (.awaitingCode(pending), [.answer(call.fail(.cancelled))])
        case (_, .abandoned(let id)) where state.id == id:
            return end(state, FlowError(.cancelled))
        case (_, .expired(let now)):
            guard let pending = state.pending, pending.enrollment.expiresAt <= now else { return (state, []) }
            return end(state, FlowError(.expired))
        case (_, .ownerLeft):
            return end(state, FlowError(.superseded))
        case (_, .started), (_, .startFailed), (_, .finished), (_, .refused), (_, .cancelled), (_, .abandoned):
            return (state, [])
        }
    }

    private static func resend(
        _ state: State,
        _ id: FlowID,
        _ call: Call<SecondFactorEnrollment>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard let pending = state.pending, pending.enrollment.id == id, let resendAt = pending.enrollment.resendAt
        else {
            return (state, [.answer(call.fail(.notPending))])
        }
        guard case .awaitingCode = state else { return (state, [.answer(call.fail(.superseded))]) }
        guard now >= resendAt else { return (state, [.answer(call.fail(.tooSoon))]) }
        let work = Work.start(pending.enrollment, nil, call.id)
        return (.starting(pending.enrollment, again: pending, call), [.perform(work, call.id)])
    }

    private static func finish(
        _ state: State,
        _ id: FlowID,
        _ answer: Answer,
        _ call: Call<Void>,
        _ now: UnixTime
    ) -> (State, [Effect<Work>]) {
        guard let pending = state.pending, pending.enrollment.id == id else {
            return (state, [.answer(call.fail(.notPending))])
        }
        guard case .awaitingCode = state else { return (state, [.answer(call.fail(.superseded))]) }
        guard now < pending.enrollment.expiresAt else { return (.idle, [.answer(call.fail(.expired))]) }
        return (.finishing(pending, call), [.perform(.finish(pending, answer, call.id), call.id)])
    }

    private static func refuse(
        _ pending: Pending,
        _ call: Call<Void>,
        _ error: FlowError,
        _ isWrongCode: Bool
    ) -> (State, [Effect<Work>]) {
        var pending = pending
        if isWrongCode { pending.enrollment.attemptsLeft -= 1 }
        guard pending.enrollment.attemptsLeft > 0 else {
            return (.idle, [.answer(call.fail(FlowError(.tooManyAttempts, underlying: error.auth)))])
        }
        return (.awaitingCode(pending), [.answer(call.fail(error))])
    }

    private static func end(_ state: State, _ error: FlowError) -> (State, [Effect<Work>]) {
        switch state {
        case .idle, .awaitingCode: (.idle, [])
        case .starting(_, _, let call): (.idle, [.answer(call.fail(error))])
        case .finishing(_, let call): (.idle, [.answer(call.fail(error))])
        }
    }
}

extension EnrollmentFlow.State {
    /// What waits for its first code.
    var pending: EnrollmentFlow.Pending? {
        switch self {
        case .idle: nil
        case .starting(_, let again, _): again
        case .awaitingCode(let pending), .finishing(let pending, _): pending
        }
    }

    fileprivate var owner: String? {
        if case .starting(let enrollment, _, _) = self { enrollment.owner } else { pending?.enrollment.owner }
    }

    fileprivate var id: FlowID? {
        if case .starting(let enrollment, _, _) = self { enrollment.id } else { pending?.enrollment.id }
    }
}

extension EnrollmentFlow.Pending {
    /// What the user is shown of it.
    var shown: SecondFactorEnrollment {
        SecondFactorEnrollment(
            id: enrollment.id,
            phoneNumber: enrollment.phoneNumber,
            totp: key.value.app,
            attemptsLeft: enrollment.attemptsLeft,
            resendAt: enrollment.resendAt,
            expiresAt: enrollment.expiresAt
        )
    }
}
