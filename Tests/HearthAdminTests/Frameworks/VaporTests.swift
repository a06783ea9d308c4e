import HearthAdmin
import HearthCore
import HearthHTTP
import HearthTesting
import Testing

/// What `Documentation/frameworks.md` shows for Vapor, over stand-ins with the names of Vapor 4.
enum Vapor {
    struct HTTPHeaders: Sendable {
        struct BearerAuthorization {
            let token: String
        }

        var fields: [(name: String, value: String)] = []

        var bearerAuthorization: BearerAuthorization? {
            fields.first { $0.name.lowercased() == "authorization" && $0.value.hasPrefix("Bearer ") }
                .map { BearerAuthorization(token: String($0.value.dropFirst(7))) }
        }

        mutating func add(name: String, value: String) {
            fields.append((name, value))
        }
    }

    struct Method {
        let rawValue: String
    }

    struct URI {
        let string: String
    }

    final class Request {
        final class Authentication {
            var member: Members.Member?

            func login(_ member: Members.Member) {
                self.member = member
            }
        }

        let method = Method(rawValue: "GET")
        let url = URI(string: "/notes?all=yes")
        var headers = HTTPHeaders()
        let auth = Authentication()
    }

    struct Response {
        struct Body {
            let data: [UInt8]

            init(data: [UInt8]) {
                self.data = data
            }
        }

        var status: Int
        var headers = HTTPHeaders()
        var body: Body
    }

    protocol AsyncResponder {
        func respond(to request: Request) async throws -> Response
    }

    protocol AsyncMiddleware {
        func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
    }

    struct MemberMiddleware: AsyncMiddleware {
        let guardian: RequestGuard<Members>

        func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
            do {
                let token = request.headers.bearerAuthorization.map { Secret($0.token) }
                request.auth.login(try await guardian.user(bearer: token))
            } catch let refusal as AuthenticationRefusal {
                return Response(refusal)
            }
            return try await next.respond(to: request)
        }
    }
}

extension Vapor.Response {
    init(_ refusal: AuthenticationRefusal) {
        let answer = refusal.response
        self.init(status: answer.status, body: .init(data: answer.bytes))
        for field in answer.fields.all { headers.add(name: field.name, value: field.value) }
    }
}

extension HTTPRequest {
    init(_ request: Vapor.Request) {
        self.init(HTTPMethod(rawValue: request.method.rawValue), target: request.url.string)
        for (name, value) in request.headers.fields { fields.append(name, value) }
    }
}

@Suite("The page on frameworks, Vapor")
struct VaporTests {
    private struct Route: Vapor.AsyncResponder {
        func respond(to request: Vapor.Request) async throws -> Vapor.Response {
            Vapor.Response(status: 200, body: .init(data: Array("\(request.auth.member?.number ?? 0)".utf8)))
        }
    }

    @Test func `a middleware lets users in, and refuses all others as the standard says`() async throws {
        let fixture = try await Fixture()
        let middleware = Vapor.MemberMiddleware(guardian: RequestGuard(fixture.verifier, users: Members()))
        let request = Vapor.Request()
        request.headers.add(name: "Authorization", value: "Bearer " + (try await fixture.signUp("ada@example.com")))
        let answer = try await middleware.respond(to: request, chainingTo: Route())
        #expect(answer.status == 200 && answer.body.data == Array("1".utf8))
        let refused = try await middleware.respond(to: Vapor.Request(), chainingTo: Route())
        #expect(refused.status == 401)
        #expect(refused.headers.fields.contains { $0.name == "WWW-Authenticate" && $0.value == "Bearer" })
    }

    @Test func `the whole request can be asked about`() async throws {
        let request = Vapor.Request()
        request.headers.add(name: "X-Firebase-AppCheck", value: "token")
        let whole = HTTPRequest(request)
        #expect(whole.method == .get && whole.path == "/notes")
        #expect(whole.fields["x-firebase-appcheck"] == "token")
    }
}
