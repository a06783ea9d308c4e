import HearthAuth
import Testing

@testable import HearthFlows

@Suite("Message")
struct MessageTests {
    // Every number that FirebaseAuth or Hearth has given away, and some that no one has.
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
        (FlowError.Code.signedOut, "Please sign in first."), (.cancelled, "This was cancelled."),
        (.superseded, "This was cancelled."), (.expired, "This step has expired. Please start it again."),
        (.notPending, "This step has expired. Please start it again."),
        (.tooManyAttempts, "There were too many wrong answers. Please start again."),
        (.differentUser, "Please sign in to the same account as before."),
        (.differentAccount, "Please sign in to the account that has this e-mail address."),
        (.stillNotRecent, "Please sign in again."), (.locked, "Please sign in again."),
        (.tooSoon, "Please wait a moment before you ask for another message."),
        (.missingEmail, "Please enter the e-mail address that the link was sent to."),
        (.foreignLink, "This is not a link to sign in with."),
        (.storage, "This cannot be kept on this device at the moment."),
        (.refused, "This password is too easy to guess. Please choose a longer one."),
        (.linkingFailed, "This password is too easy to guess. Please choose a longer one."),
    ])
    func `says what the workflow knows, or else what the client said`(_ code: FlowError.Code, _ text: String) {
        let error = FlowError(code, underlying: AuthError(.weakPassword))
        #expect(error.userMessage == text && Localizer()(error.message) == text)
        #expect("\(code)" == code.rawValue && "\(error)".contains(code.rawValue))
    }

    @Test(arguments: Language.allCases) func `tells no one who has an account`(_ language: Language) {
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
