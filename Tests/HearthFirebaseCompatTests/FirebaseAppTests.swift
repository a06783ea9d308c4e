import HearthAuth
import HearthTesting
import Testing

@testable import HearthFirebaseCompat

@Suite("Apps")
struct FirebaseAppTests {
    private typealias Auth = HearthFirebaseCompat.Auth

    @Test func `an app has one client, no matter who asks`() async throws {
        let test = try await TestApp()
        let found = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<100 { group.addTask { ObjectIdentifier(Auth.auth(app: test.app)) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(found == [ObjectIdentifier(test.auth)])
        #expect(test.auth.app === test.app)
    }

    @Test func `two apps have two users`() async throws {
        let (one, other) = (try await TestApp(), try await TestApp())
        try await one.auth.signInAnonymously()
        #expect(one.auth.currentUser != nil && other.auth.currentUser == nil)
    }

    @Test func `configuring a name again changes nothing`() async throws {
        let test = try await TestApp()
        FirebaseApp.configure(name: test.app.name, options: FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2"))
        #expect(FirebaseApp.app(name: test.app.name) === test.app)
        #expect(FirebaseApp.allApps?[test.app.name] === test.app)
        #expect(test.app.options.projectID == "demo-test")
    }

    @Test func `a deleted app is forgotten, and deleting it twice says so`() async throws {
        let test = try await TestApp()
        let auth = test.auth
        #expect(await test.app.delete())
        #expect(await test.app.delete() == false)
        #expect(FirebaseApp.app(name: test.app.name) == nil && auth.app == nil)
    }

    @Test func `without options everything is refused, and nothing ends the process`() async throws {
        let name = "test-without-options"
        FirebaseApp.configure(name: name, options: FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2"))
        let auth = Auth.auth(app: try #require(FirebaseApp.app(name: name)))
        #expect(auth.currentUser == nil && auth.languageCode == nil)
        try auth.signOut()
        #expect(await thrown { try await auth.signInAnonymously() }?.authCode == .invalidAPIKey)
        var states = auth.authStateChanges.makeAsyncIterator()
        #expect(try #require(await states.next()) == nil)
    }

    @Test func `an emulator takes the place of Firebase`() async throws {
        let name = "test-emulator"
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        options.apiKey = "key"
        options.projectID = "demo-moved"
        FirebaseApp.configure(name: name, options: options)
        let auth = Auth.auth(app: try #require(FirebaseApp.app(name: name)))
        let before = try #require(auth.client)
        #expect(before.configuration.identity == "https://identitytoolkit.googleapis.com")
        #expect(before.configuration.appID == "1:2:ios:3")
        auth.useEmulator(withHost: "::1", port: 9)
        let after = try #require(auth.client)
        #expect(after.configuration.identity == "http://[::1]:9/identitytoolkit.googleapis.com")
        #expect(after.configuration.apiKey == "key" && after.configuration.project == "demo-moved")
    }

    @Test func `a client of one's own is not moved`() async throws {
        let test = try await TestApp()
        test.auth.useEmulator(withHost: "127.0.0.1", port: 9)
        try await test.auth.signInAnonymously()
    }
}
