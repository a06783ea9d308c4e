internal import HearthWire

/// Answers tools that switch the product on before they configure it: here it always is.
struct InitializeProjectEndpoint: Endpoint {
    typealias Op = InitializeProject

    func respond(to request: InitializeProject.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        EmptyMessage()
    }
}
