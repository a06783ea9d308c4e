import Foundation
import HearthAuth
import HearthFlows
import Testing

@Suite("FlowError, as Foundation shows it")
struct LocalizedErrorTests {
    @Test func `the description is the sentence for the user, not the name of a type`() {
        let error: any Error = FlowError(AuthError(.weakPassword))
        let sentences = Language.allCases.map { Localizer($0)(Message(AuthError(.weakPassword))) }
        #expect(sentences.contains(error.localizedDescription))
    }

    @Test func `the reason names the codes, and the suggestion says what helps`() {
        let error = FlowError(.linkingFailed, "google.com", underlying: AuthError(.networkError))
        #expect(error.failureReason == "linkingFailed: networkError: google.com")
        #expect(error.recoverySuggestion == AuthError(.networkError).recoveryHint)
        #expect(FlowError(.expired).recoverySuggestion == AuthError.Recovery.restartStepHint)
    }
}

extension AuthError.Recovery {
    fileprivate static let restartStepHint = "Ask for a new code or link, and start the step again."
}
