internal import HearthAuth
internal import HearthCore

/// A change of the address that waits for the link in a mail.
enum EmailChangeFlow: LastingFlow {
    typealias State = EmailChangeWait?

    enum Event: Sendable {
        case sent(EmailChangeWait)
        /// The account has the new address, or another user is signed in.
        case over
        case expired(now: UnixTime)
    }

    static let name = "emailChange"
    static let version = 1
    static let idle: State = nil
    static var place: WritableKeyPath<Workflows, Workflow<Self>> { \.emailChange }

    static func record(of state: State) -> FlowRecord<EmailChangeWait>? {
        state.map { FlowRecord(kept: $0, owner: nil, expiresAt: $0.expiresAt) }
    }

    static func resume(_ kept: EmailChangeWait) -> State { kept }
    static func deadline(of state: State) -> UnixTime? { state?.expiresAt }
    static func due(at now: UnixTime) -> Event? { .expired(now: now) }

    static func heed(_ session: SessionState, in state: State) -> Event? {
        // The change itself may have signed the user out, who is expected back.
        guard let wait = state, case .signedIn(let user) = session else { return nil }
        let isChanged = user.email.map(EmailKey.make) == EmailKey.make(wait.newEmail)
        return user.uid != wait.uid || isChanged ? .over : nil
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect<Never>]) {
        switch event {
        case .sent(let wait): (wait, [])
        case .over: (nil, [])
        case .expired(let now): (state.flatMap { now < $0.expiresAt ? $0 : nil }, [])
        }
    }
}
