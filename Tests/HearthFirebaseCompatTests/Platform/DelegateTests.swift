import Foundation
import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@testable import HearthFirebaseCompat

/// A backend that pushes a notification before it texts a code, as Firebase does for apps on iOS.
private struct PushingTransport: HTTPTransport {
    let backend: InProcessTransport
    let asked = Locked<[JSONValue]>([])
    let texted = Locked<[JSONValue]>([])

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let body = (try? JSON.parse(request.body)) ?? .null
        if request.path.hasSuffix("accounts:verifyIosClient") {
            asked.withLock { $0.append(body) }
            return HTTPResponse(status: 200, body: .bytes(Array(#"{"receipt":"r1","suggestedTimeout":"60"}"#.utf8)))
        }
        if request.path.hasSuffix("accounts:sendVerificationCode") { texted.withLock { $0.append(body) } }
        return try await backend.send(request)
    }
}

@Suite("What an app's delegate passes on, by FirebaseAuth's names", .timeLimit(.minutes(5)))
struct DelegateTests {
    private let transport: PushingTransport
    private let auth: HearthFirebaseCompat.Auth

    init() async throws {
        transport = PushingTransport(backend: try await TestBackend().transport)
        auth = .auth(
            app: try TestApp.app(
                of: HearthAuth.Auth(
                    .emulator(project: "demo-test"),
                    storage: InMemorySessionStorage(),
                    transport: transport
                )
            )
        )
    }

    private var provider: HearthFirebaseCompat.PhoneAuthProvider { .provider(auth: auth) }

    @Test func `a notification that the delegate passes on lets the code be texted`() async throws {
        #expect(auth.apnsToken == nil)
        auth.setAPNSToken(Data([0xAB, 0x01]), type: .sandbox)
        #expect(auth.apnsToken == Data([0xAB, 0x01]))
        let provider = provider
        async let id = provider.verifyPhoneNumber("+15555550100", uiDelegate: nil)
        let notification = ["com.google.firebase.auth": ["receipt": "r1", "secret": "s1"]]
        while !auth.canHandleNotification(notification) { await Task.yield() }
        #expect(try await !id.isEmpty)
        let asked = try #require(transport.asked.withLock(\.first))
        #expect(asked["appToken"] == "ab01" && asked["isSandbox"] == true)
        let texted = try #require(transport.texted.withLock(\.first))
        #expect(texted["iosReceipt"] == "r1" && texted["iosSecret"] == "s1")
        #expect(!auth.canHandleNotification(notification))
    }

    @Test func `verification that is disabled for tests asks for no notification`() async throws {
        auth.setAPNSToken(Data([1]), type: .prod)
        auth.settings?.isAppVerificationDisabledForTesting = true
        #expect(try await !provider.verifyPhoneNumber("+15555550100", uiDelegate: nil).isEmpty)
        #expect(transport.asked.withLock(\.isEmpty))
    }

    @Test func `a notification of the app's own is left to the app`() throws {
        #expect(!auth.canHandleNotification(["aps": ["alert": "hello"]]))
        #expect(!auth.canHandle(try #require(URL(string: "com.example.app://signed-in"))))
    }

    // The lines of a profile as Xcode writes them, between the bytes of its signature.
    @Test(arguments: [
        ("<key>aps-environment</key>\n\t\t<string>development</string>", true),
        ("<key>aps-environment</key>\n\t\t<string>production</string>", false),
        ("<key>get-task-allow</key><true/><string>development</string>", false), ("", false),
    ])
    func `the profile tells which environment an unknown token is of`(_ lines: String, _ isDevelopment: Bool) {
        let profile: [UInt8] = [0x30, 0x82, 0xFF] + Array(lines.utf8) + [0x00, 0xFE]
        #expect(AuthAPNSTokenType.isDevelopment(profile: String(decoding: profile, as: UTF8.self)) == isDevelopment)
        #expect(!AuthAPNSTokenType.unknown.isSandbox && AuthAPNSTokenType.sandbox.isSandbox)
    }
}
