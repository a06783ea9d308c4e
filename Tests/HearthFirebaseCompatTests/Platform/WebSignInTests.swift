import Foundation
import HearthAuth
import HearthCore
import HearthFirebaseCompat
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A backend that has a page for each provider, and takes for the answer of every page that it is user `w1`.
private struct PagedTransport: HTTPTransport {
    let backend: InProcessTransport
    let bodies = Bodies()

    final class Bodies: Sendable {
        let all = Locked<[JSONValue]>([])
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        guard let body = try? JSON.parse(request.body), var object = body.object else {
            return try await backend.send(request)
        }
        if request.path.hasSuffix("accounts:createAuthUri") {
            bodies.all.withLock { $0.append(body) }
            let answer: JSONValue = [
                "authUri": "https://provider.example/page?state=s-1",
                "sessionId": .string(String(repeating: "x", count: 32)),
            ]
            return HTTPResponse(status: 200, body: .bytes(JSON.serialize(answer)))
        }
        if request.path.hasSuffix("accounts:signInWithIdp") {
            bodies.all.withLock { $0.append(body) }
            object["requestUri"] = "http://localhost"
            object["postBody"] = #"providerId=google.com&id_token={"sub":"w1"}"#
            request.body = JSON.serialize(.object(object))
        }
        return try await backend.send(request)
    }
}

private struct Browser: WebAuthenticator {
    var isClosed = false

    func authenticate(_ page: WebPage) async throws(AuthError) -> String {
        if isClosed { throw AuthError(.webContextCancelled) }
        let address = try await page("http://127.0.0.1:4000/callback")
        guard address == "https://provider.example/page?state=s-1" else { throw AuthError(.internalError) }
        return "http://127.0.0.1:4000/callback?state=s-1&code=c"
    }
}

/// Comes back from the page that a project hosts by the link that opens the app, as the page makes it.
private struct HostedBrowser: WebAuthenticator {
    let seen = Locked<URLComponents?>(nil)

    func authenticate(_ page: WebPage) async throws(AuthError) -> String {
        let page = URLComponents(string: try await page(""))
        seen.withLock { $0 = page }
        let event = page?.queryItems?.first { $0.name == "eventId" }?.value ?? ""
        var inner = URLComponents()
        inner.queryItems = [
            URLQueryItem(name: "authType", value: "signInWithRedirect"), URLQueryItem(name: "eventId", value: event),
            URLQueryItem(name: "link", value: "https://auth.shop.example/__/auth/handler?state=s&code=c"),
        ]
        var link = URLComponents()
        let deep = "https://auth.shop.example/__/auth/callback?" + (inner.percentEncodedQuery ?? "")
        link.queryItems = [URLQueryItem(name: "deep_link_id", value: deep)]
        return "app-1-23-ios-ab://firebaseauth/link?" + (link.percentEncodedQuery ?? "")
    }
}

@Suite("Signing in at a provider's page, by FirebaseAuth's names")
struct WebSignInTests {
    private let transport: PagedTransport
    let auth: HearthFirebaseCompat.Auth

    init() async throws {
        let backend = try await TestBackend()
        transport = PagedTransport(backend: backend.transport)
        let client = HearthAuth.Auth(
            .emulator(project: "demo-test"),
            storage: InMemorySessionStorage(),
            transport: transport
        )
        auth = .auth(app: try TestApp.app(of: client))
        auth.webAuthenticator = Browser()
    }

    @Test func `a page signs in, and is asked for what the app wants`() async throws {
        let provider = HearthFirebaseCompat.OAuthProvider(providerID: "google.com", auth: auth)
        provider.scopes = ["mail.read", "profile"]
        provider.customParameters = ["prompt": "consent"]
        let user = try await auth.signIn(with: provider, uiDelegate: nil).user
        #expect(user.providerData.map(\.providerID) == ["google.com"] && auth.currentUser === user)
        let asked = try #require(transport.bodies.all.withLock(\.first))
        #expect(asked["providerId"] == "google.com" && asked["oauthScope"] == "mail.read profile")
        #expect(asked["customParameter"]?["prompt"] == "consent")
        let again = await completed { user.reauthenticate(with: provider, uiDelegate: nil, completion: $0) }
        #expect(again.value?.user === user)
    }

    @Test func `a page links, with a credential that the app fetched itself`() async throws {
        let guest = try await auth.signInAnonymously().user
        let provider = HearthFirebaseCompat.OAuthProvider.provider(providerID: "google.com", auth: auth)
        let fetched = await completed { provider.getCredentialWith(nil, completion: $0) }
        let credential = try #require(fetched.value)
        #expect(credential.provider == "google.com" && auth.currentUser?.isAnonymous == true)
        #expect(try await guest.link(with: credential).user === guest)
        #expect(!guest.isAnonymous)
    }

    @Test func `a page that the user closes is FirebaseAuth's error`() async throws {
        auth.webAuthenticator = Browser(isClosed: true)
        let provider = HearthFirebaseCompat.OAuthProvider.provider(providerID: .google, auth: auth)
        let error = await thrown { try await auth.signIn(with: provider, uiDelegate: nil) }
        #expect(error?.authCode == .webContextCancelled)
        auth.webAuthenticator = nil
        #expect(await thrown { _ = try await provider.credential(with: nil) }?.authCode == .webInternalError)
    }

    @Test(arguments: ["auth.shop.example", "https://auth.shop.example/"])
    func `a project's own domain shows the page, and comes back by a link`(_ domain: String) async throws {
        let options = try #require(auth.app?.options)
        options.googleAppID = "1:23:ios:ab"
        options.bundleID = "com.example.shop"
        let browser = HostedBrowser()
        auth.webAuthenticator = browser
        auth.customAuthDomain = domain
        let provider = HearthFirebaseCompat.OAuthProvider.provider(providerID: "google.com", auth: auth)
        let user = try await auth.signIn(with: provider, uiDelegate: nil).user
        #expect(user.providerData.map(\.providerID) == ["google.com"])
        let seen = browser.seen.withLock { $0 }
        let page = try #require(seen)
        #expect(page.scheme == "https" && page.host == "auth.shop.example" && page.path == "/__/auth/handler")
        #expect(page.queryItems?.contains(URLQueryItem(name: "ibi", value: "com.example.shop")) == true)
        // The page's own question goes to the provider: the service is asked for none.
        #expect(transport.bodies.all.withLock { $0.allSatisfy { $0["continueUri"] == nil } })
    }

    @Test func `a domain without the app's identifiers is refused before anything is shown`() async {
        auth.customAuthDomain = "auth.shop.example"
        let provider = HearthFirebaseCompat.OAuthProvider.provider(providerID: "google.com", auth: auth)
        #expect(await thrown { _ = try await provider.credential(with: nil) }?.authCode == .missingClientIdentifier)
        #expect(transport.bodies.all.withLock(\.isEmpty))
    }

    // As FirebaseAuth 12 has them.
    @Test func `providers and sign-in methods have their constants`() {
        #expect(EmailAuthProviderID == "password" && PhoneAuthProviderID == "phone")
        #expect(GoogleAuthProviderID == "google.com" && FacebookAuthProviderID == "facebook.com")
        #expect(GitHubAuthProviderID == "github.com" && TwitterAuthProviderID == "twitter.com")
        #expect(GameCenterAuthProviderID == "gc.apple.com" && GameCenterAuthSignInMethod == "gc.apple.com")
        #expect(EmailPasswordAuthSignInMethod == "password" && EmailLinkAuthSignInMethod == "emailLink")
        #expect(GoogleAuthSignInMethod == "google.com" && FacebookAuthSignInMethod == "facebook.com")
        #expect(GitHubAuthSignInMethod == "github.com" && TwitterAuthSignInMethod == "twitter.com")
        #expect(PhoneAuthSignInMethod == "phone")
    }

    @Test func `reCAPTCHA is refused, not pretended`() async {
        #expect(await thrown { try await auth.initializeRecaptchaConfig() }?.authCode == .recaptchaSDKNotLinked)
    }

    @Test func `a notification is posted for each new token, and none for the same`() async throws {
        let posted = Locked(0)
        let auth = auth
        let observer = NotificationCenter.default.addObserver(
            forName: Notification.Name("FIRAuthStateDidChangeNotification"),
            object: auth,
            queue: nil
        ) { _ in posted.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        var tokens = auth.idTokenChanges.makeAsyncIterator()
        _ = await tokens.next()
        #expect(posted.withLock(\.self) == 0)
        try await auth.signInAnonymously()
        while posted.withLock(\.self) < 1 { await Task.yield() }
        try await auth.currentUser?.reload()
        try auth.signOut()
        while posted.withLock(\.self) < 2 { await Task.yield() }
        #expect(HearthFirebaseCompat.Auth.authStateDidChangeNotification == .AuthStateDidChange)
    }
}
