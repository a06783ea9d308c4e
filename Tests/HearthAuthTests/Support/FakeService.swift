import HearthCore
import HearthHTTP
import HearthJSON

/// An identity service of a few lines behind a transport: accounts, tokens, and faults on request.
final class FakeService: HTTPTransport {
    struct Account: Sendable {
        var uid: String
        var email: String?
        var password: String?
        var displayName: String?
        var photoURL: String?
        var isVerified = false
        var isDisabled = false
    }

    struct Call: Sendable {
        var operation: String
        var request: HTTPRequest
        var body: JSONValue
    }

    /// What happens to a call instead of the truth.
    enum Fault: Sendable {
        case refuse(String, status: Int = 400)
        case answer(status: Int, body: [UInt8], fields: HTTPFields = [:])
        case transport(TransportError.Kind)
        /// The service does its work, but the answer never arrives.
        case loseAnswer(TransportError.Kind)
        /// The answer comes when the gate opens.
        case hold(Gate)
        /// The service does its work at once, and the answer comes when the gate opens.
        case holdAnswer(Gate)
        /// The truth, changed.
        case change(@Sendable (JSONValue) -> JSONValue)
    }

    struct State: Sendable {
        var accounts: [String: Account] = [:]
        var refreshTokens: [String: String] = [:]
        var revoked: [String: String] = [:]
        var calls: [Call] = []
        var faults: [String: [Fault]] = [:]
        var standing: [String: Fault] = [:]
        var serial = 0
        var lifetime: Int64 = 3600
        var now: @Sendable () -> UnixTime
        /// How many times a call yields before it is answered.
        var delay: (@Sendable () -> Int)?
    }

    let state: Locked<State>

    init(now: @escaping @Sendable () -> UnixTime = { UnixTime(seconds: 1_800_000_000) }) {
        state = Locked(State(now: now))
    }

    var calls: [Call] { state.withLock(\.calls) }
    func count(_ operation: String) -> Int { calls.count { $0.operation == operation } }

    /// Prepares faults for the next calls of an operation, for example `signUp` or `token`.
    func next(_ operation: String, _ faults: Fault...) {
        state.withLock { $0.faults[operation, default: []] += faults }
    }

    /// Prepares a fault for every call of an operation, or ends it.
    func always(_ operation: String, _ fault: Fault?) {
        state.withLock { $0.standing[operation] = fault }
    }

    @discardableResult
    func add(_ email: String, password: String, uid: String? = nil) -> String {
        state.withLock { state in
            state.serial += 1
            let uid = uid ?? "user-\(state.serial)"
            state.accounts[uid] = Account(uid: uid, email: email, password: password)
            return uid
        }
    }

    func change(_ uid: String, _ change: (inout Account?) -> Void) {
        state.withLock { change(&$0.accounts[uid]) }
    }

    /// Ends every session of an account.
    func revoke(_ uid: String) {
        state.withLock { state in
            for (token, owner) in state.refreshTokens where owner == uid { state.revoked[token] = "TOKEN_EXPIRED" }
        }
    }

    /// How many refresh tokens were ended.
    var revokedCount: Int { state.withLock(\.revoked.count) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw TransportError(.cancelled) }
        let operation = String(request.path.split(separator: "/").last?.split(separator: ":").last ?? "")
        let body = (try? JSON.parse(request.body)) ?? .null
        let (fault, delay) = state.withLock { state -> (Fault?, Int) in
            state.calls.append(Call(operation: operation, request: request, body: body))
            var fault = state.standing[operation]
            if state.faults[operation]?.isEmpty == false { fault = state.faults[operation]?.removeFirst() }
            return (fault, state.delay?() ?? 0)
        }
        for _ in 0..<delay { await Task.yield() }
        switch fault {
        case .refuse(let message, let status): return Self.refusal(message, status)
        case .answer(let status, let body, let fields):
            return HTTPResponse(status: status, fields: fields, body: .bytes(body))
        case .transport(let kind): throw TransportError(kind)
        case .loseAnswer(let kind):
            _ = answer(operation, body)
            throw TransportError(kind)
        case .hold(let gate):
            guard await gate.pass() else { throw TransportError(.cancelled) }
            return answer(operation, body)
        case .holdAnswer(let gate):
            let response = answer(operation, body)
            guard await gate.pass() else { throw TransportError(.cancelled) }
            return response
        case .change(let change):
            let response = answer(operation, body)
            guard response.status == 200, let document = try? JSON.parse(response.bytes) else { return response }
            return HTTPResponse(status: 200, body: .bytes(JSON.serialize(change(document))))
        case nil: return answer(operation, body)
        }
    }

    private func answer(_ operation: String, _ body: JSONValue) -> HTTPResponse {
        let result = state.withLock { state in state.answer(operation, body) }
        switch result {
        case .success(let document): return HTTPResponse(status: 200, body: .bytes(JSON.serialize(document)))
        case .failure(let refusal): return Self.refusal(refusal.message, 400)
        }
    }

    static func refusal(_ message: String, _ status: Int) -> HTTPResponse {
        let document: JSONValue = ["error": ["code": .integer(Int64(status)), "message": .string(message)]]
        return HTTPResponse(status: status, body: .bytes(JSON.serialize(document)))
    }
}

struct Refusal: Error {
    var message: String
    init(_ message: String) { self.message = message }
}
