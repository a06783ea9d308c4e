import HearthAuth
import Testing

@Suite("IncomingLink")
struct IncomingLinkTests {
    private static let mail = "https://demo.example/__/auth/action?mode=signIn&oobCode=secret-code&apiKey=k"

    @Test(arguments: [mail, "com.example.app://open?link=https%3A%2F%2Fdemo.example%2F%3Fmode%3DsignIn%26oobCode%3Dc"])
    func `a link of a mail is one, however it came`(_ link: String) throws {
        guard case .actionCode(let action, link) = IncomingLink(link, callbackScheme: "com.example.app") else {
            Issue.record("not recognised")
            return
        }
        #expect(action.operation == .emailLink)
    }

    @Test(arguments: ["com.example.app://callback?code=1", "COM.EXAMPLE.APP:/callback"])
    func `a browser comes back by the app's own scheme`(_ link: String) {
        #expect(IncomingLink(link, callbackScheme: "com.example.app") == .webCallback(link))
        #expect(IncomingLink(link) == .other(link))
    }

    @Test(arguments: ["https://demo.example/notes/1", "com.example.app.other://callback", "", "com.example.app"])
    func `every other link is the app's`(_ link: String) {
        #expect(IncomingLink(link, callbackScheme: "com.example.app") == .other(link))
    }

    @Test func `no code is printed`() {
        let link = IncomingLink(Self.mail)
        var dumped = ""
        dump(link, to: &dumped)
        #expect(!dumped.contains("secret-code") && !"\(link)".contains("secret-code"))
    }
}
