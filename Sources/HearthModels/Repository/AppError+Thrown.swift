internal import HearthAuth
internal import HearthFlows

extension AppError {
    /// What a closure of the app threw, for example the one that asks a provider's SDK for its token.
    ///
    /// - Parameter error: Any error.
    init(thrown error: any Error) {
        switch error {
        case let error as AppError: self = error
        case let error as FlowError: self.init(error)
        case let error as AuthError: self.init(FlowError(.refused, auth: error))
        case is CancellationError: self.init(FlowError(.cancelled))
        default: self.init(FlowError(.appFailed, cause: error))
        }
    }

    /// Does what a workflow does, with its error as a screen's.
    static func mapping<Success>(
        _ work: () async throws(FlowError) -> Success
    ) async throws(AppError) -> Success {
        do throws(FlowError) {
            return try await work()
        } catch {
            throw AppError(error)
        }
    }

    /// Does what the client does, with its error as a screen's.
    static func mapping<Success>(
        client work: () async throws(AuthError) -> Success
    ) async throws(AppError) -> Success {
        do throws(AuthError) {
            return try await work()
        } catch {
            throw AppError(thrown: error)
        }
    }
}
