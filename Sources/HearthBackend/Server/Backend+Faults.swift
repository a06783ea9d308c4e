public import HearthCore
internal import HearthHTTP
internal import HearthWire

extension Backend {
    /// Lets the next calls of an operation fail, for the tests of those who call.
    ///
    /// Several failures of one operation strike in the order in which they were asked for.
    ///
    /// - Parameters:
    ///   - count: How many calls fail. Defaults to one.
    ///   - operation: Which calls.
    ///   - fault: How they fail.
    ///   - project: The project whose calls fail. Defaults to all of them.
    public func fail(
        next count: Int = 1,
        of operation: OperationName,
        with fault: Fault,
        in project: ProjectID? = nil
    ) {
        faults.add(FaultPlan.Entry(project: project, operation: operation, fault: fault, count: count))
    }

    /// Forgets the failures that have not struck.
    public func forgetFaults() {
        faults.clear()
    }

    /// Lets a call meet the failure that waits for it.
    @inline(never)  // It is rare, and its variables would take a place in the frame of every call.
    func meet(
        _ fault: Fault,
        _ answer: () async throws(APIError) -> HTTPResponse
    ) async throws(APIError) -> HTTPResponse {
        switch fault.kind {
        case .offline: return .lost(.unreachable)
        case .drop:
            _ = try? await answer()
            return .lost(.connectionLost)
        case .error(let words): throw APIError(APIError.Code(rawValue: words))
        case .status(let status, let retryAfter):
            var response = HTTPResponse(status: status)
            if let retryAfter { response.fields["Retry-After"] = "\(retryAfter.wholeSeconds)" }
            return response
        case .delay(let duration):
            guard (try? await environment.sleep(duration)) != nil else { return .lost(.cancelled) }
            return try await answer()
        }
    }
}

extension HTTPResponse {
    fileprivate static func lost(_ kind: TransportError.Kind) -> HTTPResponse {
        HTTPResponse(status: 500, body: .failed(TransportError(kind, "as a test wanted")))
    }
}
