internal import HearthCore

/// Adding a second factor: a code is texted or a key shown, and the first code tried a few times.
enum EnrollmentFlow: Flow {
    struct Enrollment: Sendable, Hashable {
        let id: FlowID
        let owner: String
        /// `nil` for an authenticator app.
        let phoneNumber: String?
        var attemptsLeft: Int
        var resendAt: UnixTime?
        var expiresAt: UnixTime
    }

    enum State: Sendable, Hashable {
        case idle
        case starting(Enrollment, call: FlowID)
        case awaitingCode(Enrollment)
        case finishing(Enrollment, call: FlowID)
    }

    enum Event: Sendable {
        case begin(Enrollment, call: FlowID)
        case resend(FlowID, call: FlowID, now: UnixTime)
        case started(call: FlowID, resendAt: UnixTime?, expiresAt: UnixTime)
        case startFailed(call: FlowID, FlowError)
        case finish(FlowID, call: FlowID, now: UnixTime)
        case finished(call: FlowID)
        case refused(call: FlowID, FlowError, isWrongCode: Bool)
        case cancelled(call: FlowID)
        case abandoned(FlowID)
        case ownerLeft
    }

    enum Effect: Sendable {
        case start(Enrollment, call: FlowID)
        case finish(Enrollment, call: FlowID)
        case endStart(FlowID, Result<Enrollment, FlowError>)
        case endFinish(FlowID, Result<Void, FlowError>)
        case forgetKey
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (_, .begin(let enrollment, let call)):
            let (_, effects) = end(state, FlowError(.superseded))
            return (.starting(enrollment, call: call), effects + [.start(enrollment, call: call)])
        case (_, .resend(let id, let call, let now)):
            return resend(state, id, call, now)
        case (.starting(var enrollment, let running), .started(let id, let resendAt, let expiresAt)) where id == running:
            enrollment.resendAt = resendAt
            enrollment.expiresAt = expiresAt
            return (.awaitingCode(enrollment), [.endStart(running, .success(enrollment))])
        case (.starting(let enrollment, let running), .startFailed(let id, let error)) where id == running:
            // A code that was texted before is still good.
            let next = enrollment.resendAt == nil ? State.idle : .awaitingCode(enrollment)
            return (next, [.endStart(running, .failure(error))])
        case (_, .finish(let id, let call, let now)):
            return finish(state, id, call, now)
        case (.finishing(_, let running), .finished(let id)) where id == running:
            return (.idle, [.forgetKey, .endFinish(running, .success(()))])
        case (.finishing(let enrollment, let running), .refused(let id, let error, let isWrongCode)) where id == running:
            return refuse(enrollment, running, error, isWrongCode)
        case (.starting(_, let running), .cancelled(let id)) where id == running:
            return (.idle, [.forgetKey, .endStart(running, .failure(FlowError(.cancelled)))])
        case (.finishing(let enrollment, let running), .cancelled(let id)) where id == running:
            return (.awaitingCode(enrollment), [.endFinish(running, .failure(FlowError(.cancelled)))])
        case (_, .abandoned(let id)) where state.enrollment?.id == id:
            return end(state, FlowError(.cancelled))
        case (_, .ownerLeft):
            return end(state, FlowError(.superseded))
        case (_, .started), (_, .startFailed), (_, .finished), (_, .refused), (_, .cancelled), (_, .abandoned):
            return (state, [])
        }
    }

    private static func resend(_ state: State, _ id: FlowID, _ call: FlowID, _ now: UnixTime) -> (State, [Effect]) {
        func refusal(_ code: FlowError.Code) -> Effect { .endStart(call, .failure(FlowError(code))) }
        guard let enrollment = state.enrollment, enrollment.id == id, let resendAt = enrollment.resendAt else {
            return (state, [refusal(.notPending)])
        }
        guard case .awaitingCode = state else { return (state, [refusal(.superseded)]) }
        guard now >= resendAt else { return (state, [refusal(.tooSoon)]) }
        return (.starting(enrollment, call: call), [.start(enrollment, call: call)])
    }

    private static func finish(_ state: State, _ id: FlowID, _ call: FlowID, _ now: UnixTime) -> (State, [Effect]) {
        func refusal(_ code: FlowError.Code) -> Effect { .endFinish(call, .failure(FlowError(code))) }
        guard let enrollment = state.enrollment, enrollment.id == id else { return (state, [refusal(.notPending)]) }
        guard case .awaitingCode = state else { return (state, [refusal(.superseded)]) }
        guard now < enrollment.expiresAt else { return (.idle, [.forgetKey, refusal(.expired)]) }
        return (.finishing(enrollment, call: call), [.finish(enrollment, call: call)])
    }

    private static func refuse(
        _ enrollment: Enrollment,
        _ call: FlowID,
        _ error: FlowError,
        _ isWrongCode: Bool
    ) -> (State, [Effect]) {
        var enrollment = enrollment
        if isWrongCode { enrollment.attemptsLeft -= 1 }
        guard enrollment.attemptsLeft > 0 else {
            return (.idle, [.forgetKey, .endFinish(call, .failure(FlowError(.tooManyAttempts, auth: error.auth)))])
        }
        return (.awaitingCode(enrollment), [.endFinish(call, .failure(error))])
    }

    private static func end(_ state: State, _ error: FlowError) -> (State, [Effect]) {
        switch state {
        case .idle: (.idle, [])
        case .awaitingCode: (.idle, [.forgetKey])
        case .starting(_, let call): (.idle, [.forgetKey, .endStart(call, .failure(error))])
        case .finishing(_, let call): (.idle, [.forgetKey, .endFinish(call, .failure(error))])
        }
    }
}

extension EnrollmentFlow.State {
    var enrollment: EnrollmentFlow.Enrollment? {
        switch self {
        case .idle: nil
        case .starting(let enrollment, _), .awaitingCode(let enrollment), .finishing(let enrollment, _): enrollment
        }
    }
}
