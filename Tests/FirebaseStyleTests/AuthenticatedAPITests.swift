import HearthCore
import HearthFirebaseCompat
import HearthTesting
import Testing

@testable import FirebaseStyle

@Suite("The app's own API")
struct AuthenticatedAPITests {
    private let app: TestApp
    private let requests = Locked<[APIRequest]>([])

    init() async throws {
        app = try await TestApp()
    }

    private func api(_ answer: @escaping @Sendable (Int) -> Int) -> AuthenticatedAPI {
        AuthenticatedAPI(auth: app.auth) { [requests] request in
            let count = requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            return APIResponse(status: answer(count))
        }
    }

    @Test func `a call carries the user's token`() async throws {
        _ = try await app.accounts.continueAsGuest()
        #expect(try await api { _ in 200 }.call("/notes").status == 200)
        let token = try await app.auth.currentUser?.getIDToken() ?? ""
        #expect(requests.withLock(\.self).map(\.headers) == [["Authorization": "Bearer \(token)"]])
    }

    @Test func `a token that is refused is refreshed once`() async throws {
        _ = try await app.accounts.continueAsGuest()
        // The tokens of one second are the same.
        app.backend.clock.advance(by: .seconds(1))
        #expect(try await api { $0 == 1 ? 401 : 200 }.call("/notes").status == 200)
        let sent = requests.withLock(\.self).map(\.headers)
        #expect(sent.count == 2 && sent.first != sent.last)
        #expect(try await api { _ in 401 }.call("/notes").status == 401)
        #expect(requests.withLock(\.count) == 4)
    }

    @Test func `no one calls as no one`() async {
        await #expect(throws: AppError.noSession) { try await api { _ in 200 }.call("/notes") }
        #expect(requests.withLock(\.isEmpty))
    }
}
