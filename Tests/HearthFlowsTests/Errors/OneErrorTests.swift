import HearthAuth
import HearthCore
import HearthFlows
import HearthHTTP
import Testing

/// An error of an app's own.
private struct DiskFull: Error {}

@Suite("One error to read")
struct OneErrorTests {
    // By hand: what each layer throws, and what an app has to see.
    @Test(arguments: [
        (AuthError(.invalidCredential) as any Error, FlowError.Code.refused, AuthError.Recovery.input),
        (AuthError(.networkError), .refused, .transient), (AuthError(.tooManyRequests), .refused, .wait),
        (AuthError(.requiresRecentLogin), .refused, .reauthenticate),
        (AuthError(.emailAlreadyInUse), .refused, .collision), (AuthError(.nullUser), .signedOut, .sessionEnded),
        (AuthError(.staleUser), .superseded, .cancelled), (AuthError(.webContextCancelled), .cancelled, .cancelled),
        (AuthError(.userMismatch), .differentUser, .reauthenticate),
        (AuthError(.storageUnavailable), .storage, .storage),
        (AuthError(AuthError.Code(rawValue: 99_999)), .refused, .unknown),
        (FlowError(.expired), .expired, .restartStep), (FlowError(.tooSoon), .tooSoon, .wait),
        (FlowError(.linkingFailed, underlying: AuthError(.networkError)), .linkingFailed, .transient),
        (CancellationError(), .cancelled, .cancelled), (DiskFull(), .appFailed, .unknown),
    ])
    func `whatever a layer throws has a code, and says what helps`(
        _ thrown: any Error,
        _ code: FlowError.Code,
        _ recovery: AuthError.Recovery
    ) {
        let error = FlowError(thrown)
        #expect(error.code == code && error.recovery == recovery)
        #expect("\(error)".contains(code.rawValue) && !error.userMessage.isEmpty && !error.recoveryHint.isEmpty)
        #expect(error.isTransient == [.transient, .wait].contains(recovery))
        #expect(error.isCancellation == (recovery == .cancelled))
    }

    @Test func `what was underneath is kept, to the bottom`() {
        var refusal = AuthError(.tooManyRequests)
        refusal.retryAfter = .seconds(7)
        refusal.serverCode = "TOO_MANY_ATTEMPTS_TRY_LATER"
        let error = FlowError(refusal)
        #expect(error.auth?.serverCode == "TOO_MANY_ATTEMPTS_TRY_LATER" && error.retryAfter == .seconds(7))
        #expect(FlowError(DiskFull()).underlying is DiskFull && FlowError(DiskFull()).auth == nil)
        let again = FlowError(FlowError(.expired, "the link") as any Error)
        #expect(again.code == .expired && again.reason == "the link")
    }

    @Test func `says to the user what the client says, and in the user's language`() {
        let refusal = AuthError(.weakPassword)
        let error = FlowError(refusal)
        #expect(error.userMessage == refusal.userMessage && error.message == Message(refusal))
        #expect(Localizer(.german)(error.message).contains("Passwort"))
        #expect(error.recoveryHint == refusal.recoveryHint)
    }

    @Test func `a code of the client is found in an error of either layer`() async throws {
        #expect(try await tell { throw AuthError(.emailAlreadyInUse) } == "taken")
        #expect(try await tell { throw FlowError(AuthError(.emailAlreadyInUse)) } == "taken")
        #expect(try await tell {} == "registered")
        await #expect(throws: FlowError.self) { try await tell { throw FlowError(.expired) } }
        await #expect(throws: DiskFull.self) { try await tell { throw DiskFull() } }
    }

    private func tell(_ register: () async throws -> Void) async throws -> String {
        do {
            try await register()
        } catch AuthError.Code.emailAlreadyInUse {
            return "taken"
        }
        return "registered"
    }

    @Test func `an app has one place for all errors`() {
        var screen = Screen()
        #expect(screen.notice(of: CancellationError(), in: Localizer()) == nil)
        #expect(screen.notice(of: AuthError(.networkError), in: Localizer()) == AuthError(.networkError).userMessage)
        #expect(screen.offersToTryAgain && !screen.showsSignIn)
        #expect(screen.notice(of: FlowError(.signedOut), in: Localizer()) == "Please sign in first.")
        #expect(screen.showsSignIn && screen.log.count == 3)
    }

    private struct Screen {
        var log: [String] = []
        var offersToTryAgain = false
        var showsSignIn = false

        private mutating func showSignIn() { showsSignIn = true }

        mutating func notice(of error: any Error, in localizer: Localizer) -> String? {
            let error = FlowError(error)
            log.append("\(error)")
            switch error.recovery {
            case .cancelled: return nil
            case .reauthenticate, .sessionEnded: showSignIn()
            case .transient: offersToTryAgain = true
            default: break
            }
            return localizer(error.message)
        }
    }
}
