internal import HearthAuth
internal import HearthCore

/// A caller who waits for the end of something; answered exactly once.
struct Call<Outcome: Sendable>: Sendable, Hashable {
    let id: FlowID
    private let answer = Promise<Result<Outcome, FlowError>>()

    init(_ id: FlowID) {
        self.id = id
    }

    /// The end; `nil` if the caller's task was cancelled before it.
    func value() async -> Result<Outcome, FlowError>? {
        await answer.value()
    }

    func end(_ result: Result<Outcome, FlowError>) -> Reply {
        let code: FlowError.Code? = if case .failure(let error) = result { error.code } else { nil }
        return Reply(call: id, code: code) { [answer] in answer.fulfil(result) }
    }

    func succeed(_ outcome: Outcome) -> Reply { end(.success(outcome)) }
    func fail(_ error: FlowError) -> Reply { end(.failure(error)) }
    func fail(_ code: FlowError.Code) -> Reply { end(.failure(FlowError(code))) }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The end of a call, to be told to the caller.
struct Reply: Sendable, CustomStringConvertible {
    let call: FlowID
    /// Why the call came to nothing, if it did.
    let code: FlowError.Code?
    let deliver: @Sendable () -> Void

    var description: String { code?.rawValue ?? "success" }
}
