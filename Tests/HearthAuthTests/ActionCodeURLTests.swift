import HearthAuth
import HearthHTTP
import Testing

@Suite("ActionCodeURL")
struct ActionCodeURLTests {
    private static let link =
        "https://demo.example/__/auth/action?apiKey=key&mode=signIn&oobCode=a%3Db%26c&lang=de&tenantId=t"
        + "&continueUrl=https%3A%2F%2Fapp.example%2F%3Fcart%3D1"

    @Test func `reads every part`() throws {
        let url = try #require(ActionCodeURL(link: Self.link))
        #expect(url.operation == .emailLink && url.code == "a=b&c" && url.apiKey == "key" && url.languageCode == "de")
        #expect(url.tenantID == "t" && url.continueURL == "https://app.example/?cart=1")
        #expect("\(url)" == "ActionCodeURL(EMAIL_SIGNIN)")
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("a=b"))
    }

    @Test(arguments: ["link", "deep_link_id", "continueUrl"])
    func `finds the code however deep it is wrapped`(_ name: String) throws {
        var link = Self.link
        for depth in 0..<5 {
            link = "com.example.app://open/\(depth)?x=1&\(name)=\(PercentEncoding.encode(link))&y=2#fragment"
            #expect(ActionCodeURL(link: link)?.code == "a=b&c")
        }
    }

    @Test func `finds the code in whichever wrapper has it`() {
        let link = "https://a.example/?link=https%3A%2F%2Fb.example&deep_link_id=\(PercentEncoding.encode(Self.link))"
        #expect(ActionCodeURL(link: link)?.code == "a=b&c")
    }

    @Test(
        arguments: [
            ("resetPassword", ActionCodeInfo.Operation.passwordReset), ("verifyEmail", .verifyEmail),
            ("recoverEmail", .recoverEmail), ("signIn", .emailLink),
            ("verifyAndChangeEmail", .verifyAndChangeEmail),
            ("revertSecondFactorAddition", .revertSecondFactorAddition),
        ]
    )
    func `knows what a code does`(_ mode: String, _ operation: ActionCodeInfo.Operation) {
        #expect(ActionCodeURL(link: "https://a.example/?mode=\(mode)&oobCode=x")?.operation == operation)
    }

    @Test(
        arguments: [
            "", "nonsense", "https://a.example", "https://a.example/?mode=signIn", "https://a.example/?oobCode=x",
            "https://a.example/?mode=signIn&oobCode=", "https://a.example/?mode=other&oobCode=x",
            "https://a.example/?link=", "https://a.example/#?mode=signIn&oobCode=x",
            "https://a.example/?mode=signIn&oobCode=" + String(repeating: "x", count: 16_384),
        ]
    )
    func `is nothing without a code`(_ link: String) {
        #expect(ActionCodeURL(link: link) == nil)
    }
}
