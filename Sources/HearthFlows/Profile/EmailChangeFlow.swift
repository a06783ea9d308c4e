internal import HearthCore

/// A change of the address that waits for the link in a mail.
enum EmailChangeFlow: LastingFlow {
    typealias State = EmailChangeWait?

    enum Event: Sendable {
        case sent(EmailChangeWait)
        /// The account has the new address, or the user another account.
        case over
        case expired(now: UnixTime)
    }

    enum Effect: Sendable {}

    static let name = "emailChange"
    static let version = 1
    static let idle: State = nil

    static func record(of state: State) -> FlowRecord<State>? {
        state.map { FlowRecord(state: $0, owner: nil, expiresAt: $0.expiresAt) }
    }

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch event {
        case .sent(let wait): (wait, [])
        case .over: (nil, [])
        case .expired(let now): (state.flatMap { now < $0.expiresAt ? $0 : nil }, [])
        }
    }
}
