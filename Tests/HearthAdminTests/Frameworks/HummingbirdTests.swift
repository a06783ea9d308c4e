import HearthAdmin
import HearthCore
import HearthHTTP
import HearthTesting
import Testing

/// What `Documentation/frameworks.md` shows for Hummingbird, over stand-ins with the names of Hummingbird 2.
enum Hummingbird {
    struct HTTPField {
        struct Name: Hashable, Sendable {
            let text: String
            static let authorization = Name(text: "authorization")

            init(text: String) {
                self.text = text
            }

            init?(_ text: String) {
                self.text = text.lowercased()
            }
        }
    }

    struct HTTPFields: Sendable {
        var values: [HTTPField.Name: String] = [:]

        subscript(name: HTTPField.Name) -> String? {
            get { values[name] }
            set { values[name] = newValue }
        }
    }

    struct Request: Sendable {
        var headers = HTTPFields()
    }

    struct ResponseBody: Sendable {
        let bytes: [UInt8]
    }

    struct Response: Sendable {
        struct Status: Sendable {
            let code: Int
        }

        var status: Status
        var headers = HTTPFields()
        var body: ResponseBody
    }

    protocol RouterMiddleware<Context> {
        associatedtype Context

        func handle(
            _ request: Request,
            context: Context,
            next: (Request, Context) async throws -> Response
        ) async throws -> Response
    }

    protocol RequestContext: Sendable {}

    protocol MemberContext: RequestContext {
        var member: Members.Member? { get set }
    }

    struct MemberMiddleware<Context: MemberContext>: RouterMiddleware {
        let guardian: RequestGuard<Members>

        func handle(
            _ request: Request,
            context: Context,
            next: (Request, Context) async throws -> Response
        ) async throws -> Response {
            var context = context
            do {
                context.member = try await guardian.user(bearer: request.bearerToken)
            } catch let refusal as AuthenticationRefusal {
                return Response(refusal)
            }
            return try await next(request, context)
        }
    }
}

extension Hummingbird.Request {
    var bearerToken: Secret<String>? {
        guard let value = headers[.authorization], value.lowercased().hasPrefix("bearer ") else { return nil }
        return Secret(String(value.dropFirst("Bearer ".count)))
    }
}

extension Hummingbird.Response {
    init(_ refusal: AuthenticationRefusal) {
        let answer = refusal.response
        self.init(status: .init(code: answer.status), body: .init(bytes: answer.bytes))
        for field in answer.fields.all {
            if let name = Hummingbird.HTTPField.Name(field.name) { headers[name] = field.value }
        }
    }
}

@Suite("The page on frameworks, Hummingbird")
struct HummingbirdTests {
    private struct Context: Hummingbird.MemberContext {
        var member: Members.Member?
    }

    @Test func `a middleware lets users in, and refuses all others as the standard says`() async throws {
        let fixture = try await Fixture()
        let middleware = Hummingbird.MemberMiddleware<Context>(
            guardian: RequestGuard(fixture.verifier, users: Members())
        )
        var request = Hummingbird.Request()
        request.headers[.authorization] = "Bearer " + (try await fixture.signUp("ada@example.com"))
        let answer = try await middleware.handle(request, context: Context()) { _, context in
            .init(status: .init(code: 200), body: .init(bytes: Array("\(context.member?.number ?? 0)".utf8)))
        }
        #expect(answer.status.code == 200 && answer.body.bytes == Array("1".utf8))
        let refused = try await middleware.handle(Hummingbird.Request(), context: Context()) { _, _ in
            Issue.record("let in")
            return .init(status: .init(code: 200), body: .init(bytes: []))
        }
        #expect(refused.status.code == 401)
        #expect(refused.headers[.init(text: "www-authenticate")] == "Bearer")
    }
}
