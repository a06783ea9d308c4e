import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("HostedHandler")
struct HostedHandlerTests {
    let fixture = Fixture()
    let handler = HostedHandler(authDomain: "shop.firebaseapp.com", bundleID: "com.example.shop", appID: "1:23:ios:ab")

    /// The link that opens the app after a page was shown.
    private func link(_ page: String, _ event: FormParameters = [:], eventID: String? = nil) -> String {
        let question = HTTPRequest(.get, target: page).query
        var inner: FormParameters = ["authType": question["authType"] ?? ""]
        inner.append("eventId", eventID ?? question["eventId"] ?? "")
        for parameter in event.all { inner.append(parameter.name, parameter.value) }
        let deep: FormParameters = [
            "deep_link_id": "https://shop.firebaseapp.com/__/auth/callback?" + inner.encoded
        ]
        return handler.callbackURL + "?" + deep.encoded
    }

    private func signIn(
        _ visit: @escaping @Sendable (String) async throws(AuthError) -> String
    ) async -> AuthError? {
        await failure { () throws(AuthError) in
            var provider = OAuthProvider(providerID: "github.com")
            provider.scopes = ["repo", "user"]
            provider.customParameters = ["allow_signup": "false"]
            try await fixture.auth.signIn(with: provider, using: ScriptedBrowser(visit), through: handler)
        }
    }

    private static let response = "https://shop.firebaseapp.com/__/auth/handler?code=c&state=x&providerId=github.com"

    @Test func `opens the project's page, and shows the service what came back`() async throws {
        let seen = Locked("")
        let error = await signIn { page in
            seen.withLock { $0 = page }
            return link(page, ["link": Self.response])
        }
        #expect(error?.serverCode == "UNKNOWN_OPERATION")
        let page = HTTPRequest(.get, target: seen.withLock(\.self))
        #expect(page.path == "https://shop.firebaseapp.com/__/auth/handler")
        #expect(page.query["providerId"] == "github.com")
        #expect(page.query["ibi"] == "com.example.shop" && page.query["appId"] == "1:23:ios:ab")
        #expect(page.query["scopes"] == "repo,user")
        #expect(page.query["customParameters"] == #"{"allow_signup":"false"}"#)
        #expect(page.query["sessionId"]?.count == 64)
        #expect((page.query["eventId"]?.count ?? 0) >= 22)
        let call = try #require(fixture.service.calls.last)
        #expect(call.operation == "signInWithIdp")
        #expect(call.body["requestUri"] == .string(Self.response))
        let session = try #require(call.body["sessionId"]?.string)
        #expect(Nonce(raw: session).sha256 == page.query["sessionId"])
    }

    @Test func `takes a link without wrapping`() async throws {
        _ = await signIn { page in
            let wrapped = HTTPRequest(.get, target: link(page, ["link": Self.response])).query["deep_link_id"]
            return wrapped ?? ""
        }
        #expect(fixture.service.count("signInWithIdp") == 1)
    }

    @Test(arguments: ["another event", "another app", "nothing", "another path", "an endless one"])
    func `believes no link but its own`(_ kind: String) async {
        let error = await signIn { page in
            let own = link(page, ["link": Self.response])
            return switch kind {
            case "another event": link(page, ["link": Self.response], eventID: "other")
            case "another app": "evil://firebaseauth/link" + own.drop { $0 != "?" }
            case "nothing": handler.callbackURL
            case "another path": own.replacing("callback", with: "elsewhere")
            default: own + String(repeating: "x", count: 100_000)
            }
        }
        #expect(error?.code == .webSignInUserInteractionFailure)
        #expect(fixture.service.calls.isEmpty)
    }

    @Test(
        arguments: [
            ("auth/user-cancelled", AuthError.Code.webContextCancelled),
            ("auth/network-request-failed", .webNetworkRequestFailed), ("auth/internal-error", .webInternalError),
            ("auth/invalid-oauth-client-id", .invalidClientID), ("auth/unauthorized-domain", .unauthorizedDomain),
            ("auth/whatever", .webSignInUserInteractionFailure),
        ]
    )
    func `tells how the page failed`(_ word: String, _ code: AuthError.Code) async {
        let error = await signIn { page in
            link(page, ["firebaseError": #"{"code":"\#(word)","message":"words"}"#])
        }
        #expect(error?.code == code)
        #expect(error?.serverDetail == "words")
    }
}
