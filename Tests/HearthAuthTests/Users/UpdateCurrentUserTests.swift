@testable import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@Suite("The user of another client")
struct UpdateCurrentUserTests {
    let one = Fixture()
    let other: Fixture

    init() {
        other = Fixture(service: one.service)
    }

    @Test func `becomes this one's, and stays the other's`() async throws {
        let user = try await one.signIn()
        try await other.auth.updateCurrentUser(user)
        #expect(other.auth.currentUser?.uid == user.uid && other.storedUser == user.uid)
        #expect(other.auth.currentUser?.email == user.email)
        #expect(one.auth.currentUser?.uid == user.uid)
    }

    @Test func `of another project is refused`() async throws {
        let user = try await one.signIn()
        let elsewhere = Fixture()
        let error = await failure { () throws(AuthError) in try await elsewhere.auth.updateCurrentUser(user) }
        #expect(error?.recovery == .sessionEnded || error?.code == .userNotFound)
        #expect(elsewhere.auth.currentUser == nil)
    }

    @Test func `of another tenant is refused without a call`() async throws {
        let user = try await one.signIn()
        other.auth.tenantID = "staff"
        let calls = one.service.calls.count
        let error = await failure { () throws(AuthError) in try await other.auth.updateCurrentUser(user) }
        #expect(error?.code == .tenantIDMismatch && one.service.calls.count == calls)
    }

    @Test func `who has signed out meanwhile is refused`() async throws {
        let user = try await one.signIn()
        try await one.auth.signOut()
        let error = await failure { () throws(AuthError) in try await other.auth.updateCurrentUser(user) }
        #expect(error?.code == .staleUser)
    }

    @Test func `a tenant that is set is sent with the next sign-in, and taken back`() async throws {
        one.auth.tenantID = "staff"
        #expect(one.auth.configuration.tenantID == "staff")
        _ = try await one.signIn()
        let signIn = one.service.calls.last { $0.operation == "signInWithPassword" }
        #expect(signIn?.body["tenantId"] == "staff")
        _ = try await one.auth.idToken(forcingRefresh: true)
        #expect(one.service.calls.last { $0.operation == "token" }?.body["tenantId"] == nil)
        one.auth.tenantID = nil
        _ = try await one.auth.signInAnonymously()
        #expect(one.service.calls.last { $0.operation == "signUp" }?.body["tenantId"] == nil)
    }
}
