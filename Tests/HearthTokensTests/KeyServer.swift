import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens

/// A server of keys in the process, which can fail and can keep its callers waiting.
actor KeyServer: HTTPTransport {
    private(set) var requests: [HTTPRequest] = []
    private var response = HTTPResponse(status: 500)
    private var error: TransportError?
    private var isHolding = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.append(request)
        if isHolding { await withCheckedContinuation { waiting.append($0) } }
        if let error { throw error }
        return response
    }

    func publish(_ keys: RSAPublicKey..., maximumAge: Int? = 3600) {
        let set = JSONWebKeySet(keys.map { JSONWebKeySet.Entry($0) })
        serve(JSON.serialize(set.json), maximumAge: maximumAge)
    }

    func serve(_ bytes: [UInt8], status: Int = 200, maximumAge: Int? = 3600) {
        error = nil
        response = HTTPResponse(status: status, body: .bytes(bytes))
        if let maximumAge { response.fields["Cache-Control"] = "public, max-age=\(maximumAge), must-revalidate" }
    }

    func fail() {
        error = TransportError(.unreachable)
    }

    func hold() {
        isHolding = true
    }

    func release() {
        isHolding = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
