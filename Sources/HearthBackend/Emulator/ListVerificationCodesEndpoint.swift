internal import HearthDatabase
internal import HearthWire

/// Lists the texted codes that are still good.
struct ListVerificationCodesEndpoint: Endpoint {
    typealias Op = ListVerificationCodes

    let store: Store

    func respond(
        to request: ListVerificationCodes.Request,
        in call: Call
    ) async throws(APIError) -> ListVerificationCodes.Response {
        let codes = try await store.read(call) { tx in try store.phoneCodes.list(in: tx.scope, at: tx.now, tx) }
        return ListVerificationCodes.Response { $0.verificationCodes = codes }
    }
}
