import HearthAuth
import HearthFlows
import Testing

@testable import HearthModels

@Suite("Message")
struct MessageTests {
    // Every number that FirebaseAuth or Hearth has given away, and some that nobody has.
    private static let codes = ((17_000...17_210).map { $0 } + (18_101...18_140).map { $0 }).map {
        AuthError.Code(rawValue: $0)
    }

    @Test func `says in English what the client's error says`() {
        for code in Self.codes {
            let error = AuthError(code)
            #expect(Localizer()(Message(error)) == error.userMessage, "\(code.name)")
        }
    }

    @Test(arguments: [
        FlowError.Code.refused, .signedOut, .cancelled, .superseded, .expired, .tooManyAttempts, .differentUser,
        .differentAccount, .stillNotRecent, .linkingFailed, .notPending, .tooSoon, .missingEmail, .foreignLink,
        .ambiguousSteps, .appFailed, .locked,
        .storage,
    ])
    func `says in English what the workflow's error says`(_ code: FlowError.Code) {
        #expect(Localizer()(Message(FlowError(code))) == FlowError(code).userMessage)
        let wrapping = FlowError(code, auth: AuthError(.weakPassword))
        #expect(Localizer()(Message(wrapping)) == wrapping.userMessage)
    }

    @Test(arguments: Language.allCases) func `tells nobody who has an account`(_ language: Language) {
        let texts = [AuthError.Code.invalidCredential, .wrongPassword, .userNotFound].map {
            Localizer(language)(Message(AuthError($0)))
        }
        #expect(Set(texts).count == 1)
    }

    @Test func `is the only place where the screens' texts come from`() throws {
        // A text for people has a capital letter and a space; what is a text for developers stands in a comment.
        let prose = /"[A-Z][a-z]+ [a-z][^"]*"/
        for file in try SourceTree.swiftFiles() where !file.path.hasPrefix("Strings/Tables/") {
            let code = file.text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            for line in code {
                #expect(line.firstMatch(of: prose) == nil, "\(file.path): \(line)")
            }
        }
    }
}
