import HearthBackend
import HearthCore
import HearthHTTP
import HearthTesting
import Testing

@testable import hearth

@Suite("A port that services share")
struct SharedPortTests {
    /// A service that takes every path below a prefix, and notes what it is asked.
    private struct Greedy: MountedService {
        var prefix = ""
        var decision = HTTPAdmission.accept(maximumBody: 7)
        let paths = Locked<[String]>([])

        func owns(path: Substring) -> Bool { path.hasPrefix(prefix) }

        func admission(of head: HTTPRequestHead) -> HTTPAdmission { decision }

        func answer(_ request: HTTPRequest) async -> HTTPResponse {
            paths.withLock { $0.append(String(request.path)) }
            return HTTPResponse(status: 299)
        }
    }

    private static func port(_ services: [any MountedService]) async throws -> SharedPort {
        SharedPort(identity: try await TestBackend().backend, services: services, console: nil)
    }

    @Test(arguments: [
        ("/identitytoolkit.googleapis.com/v1/accounts:signUp", true), ("/securetoken.googleapis.com/v1/token", true),
        ("/healthz", true), ("/identitytoolkit.googleapis.com", false), ("/securetoken.googleapis.community/", false),
        ("//identitytoolkit.googleapis.com/v1/accounts", false), ("/healthz/", false), ("/readyz", false), ("/", false),
        ("", false), ("/v1/projects/p/databases/(default)/documents", false),
    ])
    func `asks the services about no path that is the identity service's at a glance`(_ path: String, isOwn: Bool)
        async throws
    {
        let greedy = Greedy()
        let port = try await Self.port([greedy])
        let request = HTTPRequest(.get, target: path)
        switch port.admission(of: HTTPRequestHead(.get, target: path)) {
        case .answer(_, let answer): #expect(await (answer(request).status == 299) == !isOwn)
        case .refuse: #expect(isOwn)
        case .accept, .stream: Issue.record("no one was chosen")
        }
        #expect(await (port.answer(request).status == 299) == !isOwn)
        #expect(greedy.paths.withLock { $0.count } == (isOwn ? 0 : 2))
    }

    @Test func `the first service that knows a path answers it, with the body that it allows`() async throws {
        let first = Greedy(prefix: "/a", decision: .accept(maximumBody: 1))
        let second = Greedy(decision: .accept(maximumBody: 2))
        let port = try await Self.port([first, second])
        for (path, limit) in [("/a/b", 1), ("/b", 2)] {
            guard case .answer(limit, let answer) = port.admission(of: HTTPRequestHead(.post, target: path)) else {
                Issue.record("\(path) has another limit, or no handler of its own")
                continue
            }
            #expect(await answer(HTTPRequest(.post, target: path)).status == 299)
        }
        #expect(first.paths.withLock { $0 } == ["/a/b"] && second.paths.withLock { $0 } == ["/b"])
    }

    @Test func `a service's refusals and uploads stay what they are`() async throws {
        let refusing = Greedy(prefix: "/refuse", decision: .refuse(HTTPResponse(status: 298)))
        let reading = Greedy(decision: .stream(maximumBody: 3) { _, _ in HTTPResponse(status: 297) })
        let port = try await Self.port([refusing, reading])
        guard case .refuse(let response) = port.admission(of: HTTPRequestHead(.post, target: "/refuse")) else {
            Issue.record("not refused")
            return
        }
        #expect(response.status == 298)
        guard case .stream(3, _) = port.admission(of: HTTPRequestHead(.post, target: "/upload")) else {
            Issue.record("not read piece by piece")
            return
        }
    }
}
