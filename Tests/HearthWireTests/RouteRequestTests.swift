import HearthHTTP
import HearthJSON
import Testing

@testable import HearthWire

@Suite("The request of a route")
struct RouteRequestTests {
    private static let origin = "https://auth.example"
    private static let route = Route(.post, "/v1/projects/{targetProjectId}/tenants/{tenantId}:go", access: .open)

    @Test func `has the host in its path, and what the path does not name in its body`() throws {
        let request = try #require(
            Self.route.request(
                ["targetProjectId": "demo-shop", "tenantId": "t1", "email": "ada@example.com", "tags": ["a", "b"]],
                origin: Self.origin
            )
        )
        #expect(request.method == .post)
        #expect(request.target == "/identitytoolkit.googleapis.com/v1/projects/demo-shop/tenants/t1:go")
        #expect(request.fields["content-type"] == "application/json")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"email":"ada@example.com","tags":["a","b"]}"#)
    }

    @Test func `has an empty object as body where nothing is left`() throws {
        let route = Route(.patch, "/v1/{a}", service: .own, access: .open)
        let request = try #require(route.request(["a": "x"], origin: Self.origin))
        #expect(request.target == "/v1/x")
        #expect(request.body == Array("{}".utf8))
    }

    @Test(arguments: [HTTPMethod.get, .delete])
    func `has a query where the method has no body`(_ method: HTTPMethod) throws {
        let route = Route(method, "/v2/{a}/list", service: .own, access: .open)
        let request = try #require(
            route.request(["a": "x", "pageSize": 20, "pageToken": "a&b=c d", "all": true], origin: Self.origin)
        )
        #expect(request.target == "/v2/x/list?pageSize=20&pageToken=a%26b%3Dc%20d&all=true")
        #expect(request.body == [])
        #expect(request.fields["content-type"] == nil)
        #expect(try #require(route.request(["a": "x"], origin: Self.origin)).target == "/v2/x/list")
    }

    // What a path's segment may hold is RFC 3986's `unreserved`; all else would mean something.
    @Test(
        arguments: [
            ("a/b", "a%2Fb"), ("a?b", "a%3Fb"), ("a#b", "a%23b"), ("a:b", "a%3Ab"), ("a b", "a%20b"), ("ü", "%C3%BC"),
            ("%2F", "%252F"), ("a+b", "a%2Bb"), ("a\r\nb", "a%0D%0Ab"), ("-._~", "-._~"),
            ("robot@p.co", "robot%40p.co"),
            ("...", "..."), ("../..", "..%2F.."),
        ]
    )
    func `escapes what it puts into the path`(_ value: String, _ segment: String) throws {
        let request = try #require(
            Self.route.request(["targetProjectId": .string(value), "tenantId": "t"], origin: Self.origin)
        )
        #expect(request.target == "/identitytoolkit.googleapis.com/v1/projects/\(segment)/tenants/t:go")
    }

    // A client on the way would take them for the folder itself and the folder above (RFC 3986 §5.2.4).
    @Test(arguments: [".", "..", ""])
    func `is none where a parameter would be lost from the path`(_ value: String) {
        #expect(Self.route.request(["targetProjectId": .string(value), "tenantId": "t"], origin: Self.origin) == nil)
    }

    @Test func `is none where a parameter of the path is absent or null`() {
        #expect(Self.route.request(["targetProjectId": "p"], origin: Self.origin) == nil)
        #expect(Self.route.request(["targetProjectId": "p", "tenantId": nil], origin: Self.origin) == nil)
        #expect(Self.route.request([:], origin: Self.origin) == nil)
    }

    @Test func `keeps an empty segment, which means no tenant`() throws {
        let route = try #require(ImportAccounts.routes.first { $0.path.contains("//") })
        let request = try #require(route.request(["targetProjectId": "p"], origin: Self.origin))
        #expect(
            request.target == "/identitytoolkit.googleapis.com/v1/projects/p/tenants//accounts:batchCreate"
        )
    }

    @Test func `leaves a null out of the query`() throws {
        let route = Route(.get, "/list", service: .own, access: .open)
        #expect(try #require(route.request(["pageToken": nil], origin: Self.origin)).target == "/list")
    }
}
