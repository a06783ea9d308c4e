import HearthAnalyticsModel
import HearthCore
import HearthCrashWire
import HearthCrypto
import HearthFirestoreModel
import HearthFirestoreRules
import HearthFunctionsWire
import HearthHTTP
import HearthJSON
import HearthTelemetry
import HearthTesting
import HearthTokens
import HearthTransport
import Testing

/// The code of the catalogues for the modules that the others stand on.
@Suite("The catalogues for values")
struct ValueTests {
    enum Greet: CallableFunction {
        static let name = "greet"

        struct Input: Codable, Sendable { var name: String }
        struct Output: Codable, Sendable { var greeting: String }
    }

    private struct CountingTransport: HTTPTransport {
        let base: any HTTPTransport
        let count: Locked<Int>

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            count.withLock { $0 += 1 }
            return try await base.send(request)
        }
    }

    @Test func `values cannot be built wrong`() {
        let password = Secret("correct horse")
        print(password)  // ‹secret›
        let address = EmailAddress("Eve@Example.com")
        let expiry = UnixTime.systemNow() + .hours(1)

        #expect(!"\(password)".contains("horse") && address != nil && expiry > .systemNow())
    }

    @Test func `JSON is read strictly`() throws {
        let bytes = Array(#"{"items": [{"title": "Tea"}]}"#.utf8)

        let document = try JSON.parse(bytes)
        let title = document["items"]?.array?.first?["title"]?.string

        #expect(title == "Tea")
        #expect(throws: JSONError.self) { try JSON.parse(Array(#"{"a": 1, "a": 2}"#.utf8)) }
    }

    @Test func `keys sign and verify`() throws {
        let message = Array("hello".utf8)

        let key = try P256PrivateKey.generate()
        let signature = try key.signES256(message)
        let isGenuine = key.publicKey.verifyES256(signature, over: message)

        #expect(isGenuine && !key.publicKey.verifyES256(signature, over: message + [0]))
    }

    @Test func `a transport is anything that answers a request`() async throws {
        let backend = try await TestBackend()
        let transport = CountingTransport(base: backend.transport, count: Locked(0))

        let request = HTTPRequest(.get, origin: "http://127.0.0.1:9099", target: "/", fields: ["Accept": "text/plain"])
        let response = try await transport.send(request)
        print(response.status, response.bytes.count)

        #expect(response.status == 200 && transport.count.withLock { $0 } == 1)
    }

    @Test func `rules decide about one document`() throws {
        let source = """
            rules_version = '2';
            service cloud.firestore {
              match /databases/{database}/documents/users/{id} {
                allow read: if request.auth.uid == id;
              }
            }
            """

        let rules = try Ruleset(source)
        let name = try ResourceName(document: "projects/demo/databases/(default)/documents/users/eve")
        let adam = RuleCaller(userID: "adam")
        let request = RuleRequest.get(name, stored: nil, caller: adam, time: Timestamp(.systemNow()))
        let decision = rules.decision(for: request, documents: DocumentTable())
        print(decision)

        #expect(!decision.isAllowed)
    }

    @Test func `a query is a value`() throws {
        let root = try ResourceName(parent: "projects/demo/databases/(default)/documents")

        let isLarge = Condition(FieldPath(["count"]), .greaterThan(.integer(2)))
        let query = Query(parent: root, source: .init("orders"), filter: .condition(isLarge))
        let small = Document(name: try ResourceName(document: "projects/demo/databases/(default)/documents/orders/1"))
        print(try query.prepared().matches(small))

        #expect(try query.prepared().matches(small) == false)
    }

    @Test func `a function is declared once`() throws {
        let refusal = HTTPSError(.invalidArgument, "The amount has to be more than zero.", details: ["field": "amount"])
        #expect(refusal.code.rawValue == 3 && Greet.name == "greet")
    }

    @Test func `an event has a name and parameters`() {
        let event = LoggedEvent(name: "level_end", parameters: ["level": 3], time: .systemNow())
        #expect(event.parameters["level"] == 3)
    }

    @Test func `an installation has a random name`() {
        #expect(InstanceID(random: .system) != InstanceID(random: .system))
    }

    /// Not run: it would call a server.
    private func calling() async throws {
        var configuration = TransportConfiguration()
        configuration.timeout = .seconds(15)
        let transport = SystemTransport(configuration)
        let response = try await transport.send(HTTPRequest(.get, origin: "https://example.com", target: "/"))
        print(response.status, response.fields["Content-Type"] ?? "")
    }
}
