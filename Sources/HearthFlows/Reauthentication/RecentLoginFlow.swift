/// One operation that needs a recent sign-in: done at most twice, the second time after a confirmation.
enum RecentLoginFlow: Flow {
    enum State: Sendable, Hashable {
        case idle
        /// Not yet confirmed: if the service refuses, the user is asked.
        case trying
        case waiting
        case retrying
        case done
    }

    enum Event: Sendable {
        case begin(isRecent: Bool)
        case confirmed
        case notConfirmed(FlowError)
        case succeeded
        case tooOld(FlowError)
        case failed(FlowError)
        case cancelled
    }

    enum Effect: Sendable {
        case perform
        case confirm
        case succeed
        case fail(FlowError)
    }

    static let idle = State.idle

    static func reduce(_ state: State, _ event: Event) -> (State, [Effect]) {
        switch (state, event) {
        case (.idle, .begin(isRecent: true)): (.trying, [.perform])
        case (.idle, .begin(isRecent: false)): (.waiting, [.confirm])
        case (.trying, .tooOld): (.waiting, [.confirm])
        case (.waiting, .confirmed): (.retrying, [.perform])
        case (.waiting, .notConfirmed(let error)): (.done, [.fail(error)])
        case (.retrying, .tooOld(let error)): (.done, [.fail(FlowError(.stillNotRecent, auth: error.auth))])
        case (.trying, .succeeded), (.retrying, .succeeded): (.done, [.succeed])
        case (.trying, .failed(let error)), (.retrying, .failed(let error)): (.done, [.fail(error)])
        case (.idle, .cancelled), (.trying, .cancelled), (.waiting, .cancelled), (.retrying, .cancelled):
            (.done, [.fail(FlowError(.cancelled))])
        case (_, .begin), (_, .confirmed), (_, .notConfirmed), (_, .succeeded), (_, .tooOld), (_, .failed),
            (.done, .cancelled):
            (state, [])
        }
    }
}
