import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("Proving by a notification that the real app asks for a code", .timeLimit(.minutes(5)))
struct PushVerificationTests {
    private let fixture = Fixture()
    private var provider: PhoneAuthProvider { PhoneAuthProvider(fixture.auth) }
    private static let number = "+15555550100"

    init() {
        fixture.service.always("sendVerificationCode", .answer(status: 200, body: Array(#"{"sessionInfo":"s"}"#.utf8)))
    }

    private func notification(_ receipt: String, secret: String = "s1") -> [AnyHashable: Any] {
        ["aps": ["content-available": 1], "com.google.firebase.auth": ["receipt": receipt, "secret": secret]]
    }

    /// Asks for a code, and passes on a notification while it is waited for.
    private func verify(_ userInfo: @escaping @Sendable () -> [AnyHashable: Any]) async -> (AuthError?, Bool) {
        let auth = fixture.auth
        let sleepers = fixture.clock
        async let outcome = failure { () throws(AuthError) in _ = try await provider.verifyPhoneNumber(Self.number) }
        await until { sleepers.sleeperCount == 1 }
        let isTaken = auth.handleNotification(userInfo())
        if !isTaken { fixture.clock.advance(by: .seconds(5)) }
        return (await outcome, isTaken)
    }

    /// How many codes were asked for.
    private var texted: Int { fixture.service.count("sendVerificationCode") }

    /// A member of one of the requests for a code.
    private func sent(_ member: String, in index: Int = 0) -> String? {
        let calls = fixture.service.calls.filter { $0.operation == "sendVerificationCode" }
        return calls.indices.contains(index) ? calls[index].body[member]?.string : nil
    }

    @Test func `without a device's token a code is asked for at once`() async throws {
        _ = try await provider.verifyPhoneNumber(Self.number)
        #expect(fixture.service.count("verifyIosClient") == 0)
        #expect(sent("iosReceipt") == nil && sent("phoneNumber") == Self.number)
    }

    @Test func `the secret of the notification goes along with the request, and is used again`() async throws {
        fixture.auth.setPushToken([0x0A, 0xFF], isSandbox: true)
        let (error, isTaken) = await verify { notification("r1") }
        #expect(error == nil && isTaken)
        let asked = try #require(fixture.service.calls.first { $0.operation == "verifyIosClient" })
        #expect(asked.body["appToken"] == "0aff" && asked.body["isSandbox"] == true)
        #expect(sent("iosReceipt") == "r1" && sent("iosSecret") == "s1")
        _ = try await provider.verifyPhoneNumber(Self.number)
        #expect(fixture.service.count("verifyIosClient") == 1 && sent("iosSecret", in: 1) == "s1")
    }

    @Test func `a notification with its members as text is read too`() async {
        fixture.auth.setPushToken([1], isSandbox: false)
        let (error, isTaken) = await verify { ["com.google.firebase.auth": #"{"receipt":"r1","secret":"s2"}"#] }
        #expect(error == nil && isTaken && sent("iosSecret") == "s2")
    }

    @Test(arguments: [
        #"{"receipt":"other","secret":"s"}"#, #"{"receipt":"r1"}"#, #"{"receipt":1,"secret":2}"#, "[", "",
    ])
    func `another notification is the app's, and the wait ends with an error`(_ payload: String) async {
        fixture.auth.setPushToken([1], isSandbox: false)
        let (error, isTaken) = await verify { ["com.google.firebase.auth": payload] }
        #expect(!isTaken && error?.code == .notificationNotForwarded && texted == 0)
        #expect(!fixture.auth.handleNotification(["aps": [:] as [String: Any]]))
    }

    @Test func `a notification that nothing waits for is the app's`() {
        fixture.auth.setPushToken([1], isSandbox: false)
        #expect(!fixture.auth.handleNotification(notification("r1")))
    }

    @Test func `a notification that overtakes the service's answer counts`() async {
        fixture.auth.setPushToken([1], isSandbox: false)
        let gate = Gate()
        fixture.service.next("verifyIosClient", .hold(gate))
        async let outcome = failure { () throws(AuthError) in _ = try await provider.verifyPhoneNumber(Self.number) }
        let service = fixture.service
        await until { service.count("verifyIosClient") == 1 }
        #expect(fixture.auth.handleNotification(notification("r1", secret: "early")))
        gate.open()
        #expect(await outcome == nil && sent("iosSecret") == "early")
    }

    @Test func `a service that pushes nothing is asked without a proof`() async throws {
        fixture.auth.setPushToken([1], isSandbox: false)
        fixture.service.always("verifyIosClient", .refuse("INVALID_APP_CREDENTIAL"))
        _ = try await provider.verifyPhoneNumber(Self.number)
        #expect(sent("iosReceipt") == nil && texted == 1)
    }

    @Test func `no answer of the service is an error, and no code is asked for`() async {
        fixture.auth.setPushToken([1], isSandbox: false)
        fixture.service.always("verifyIosClient", .transport(.unreachable))
        let error = await failure { () throws(AuthError) in _ = try await provider.verifyPhoneNumber(Self.number) }
        #expect(error?.code == .networkError && texted == 0)
    }

    @Test func `a proof that is refused is replaced once`() async throws {
        fixture.auth.setPushToken([1], isSandbox: false)
        _ = await verify { notification("r1") }
        fixture.service.next("sendVerificationCode", .refuse("INVALID_APP_CREDENTIAL"))
        fixture.service.always(
            "verifyIosClient",
            .answer(status: 200, body: Array(#"{"receipt":"r2","suggestedTimeout":"5"}"#.utf8))
        )
        let (error, _) = await verify { notification("r2", secret: "s2") }
        #expect(error == nil && sent("iosReceipt", in: 1) == "r1" && sent("iosReceipt", in: 2) == "r2")
    }

    @Test func `a cancelled call ends at once, and takes no notification any more`() async {
        fixture.auth.setPushToken([1], isSandbox: false)
        let provider = provider
        let task = Task {
            await failure { () throws(AuthError) in _ = try await provider.verifyPhoneNumber(Self.number) }
        }
        let clock = fixture.clock
        await until { clock.sleeperCount == 1 }
        task.cancel()
        #expect(await task.value?.code == .cancelled && texted == 0)
        #expect(!fixture.auth.handleNotification(notification("r1")))
    }

    @Test func `another device's token has no use for the proof of the first`() async {
        fixture.auth.setPushToken([1], isSandbox: false)
        _ = await verify { notification("r1") }
        fixture.auth.setPushToken([2], isSandbox: false)
        let (error, _) = await verify { notification("r1", secret: "s2") }
        #expect(error == nil && sent("iosSecret", in: 1) == "s2")
    }
}
