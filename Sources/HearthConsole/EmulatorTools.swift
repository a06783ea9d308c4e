internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// The calls of the emulator's tools: what becomes of messages, of tokens, of everything when the clock moves, and of
/// accounts whose deletion is taken back.
struct EmulatorTools: Sendable {
    let backend: Backend
    let qrCode: @Sendable (String) -> [String]?

    /// Answers a call; `nil` if it is for none of the tools.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - segments: Its path below `/console/v1`.
    /// - Returns: The answer's document.
    /// - Throws: ``ConsoleRefusal``.
    func answer(_ request: HTTPRequest, _ segments: ArraySlice<Substring>) async throws(ConsoleRefusal) -> JSONValue? {
        switch (request.method, segments.first, segments.count) {
        case (_, "inbox", 1...2): return try await InboxCall(backend: backend, qrCode: qrCode).answer(request, segments)
        case (.post, "clock:preview", 1):
            return try await ClockPreviewCall(try AdministrationConsole.document(of: request)).answer(backend)
        case (.post, "tokens:inspect", 1):
            return try await TokenInspectionCall(try AdministrationConsole.document(of: request)).answer(backend)
        case (.post, "tokens:mint", 1):
            return try await NegativeTokensCall(try AdministrationConsole.document(of: request)).answer(backend)
        case (.post, "accounts:keep", 1):
            return try await KeepAccountCall(try AdministrationConsole.document(of: request)).answer(backend)
        case (.post, "accounts:restore", 1):
            return try await RestoreAccountCall(try AdministrationConsole.document(of: request)).answer(backend)
        default: return nil
        }
    }
}
