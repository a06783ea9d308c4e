import HearthHTTP
import HearthJSON
import Testing

@testable import HearthWire

@Suite("Operations")
struct OperationTests {
    @Test func `no path is declared twice`() {
        let routes = allOperations.flatMap { $0.routes }
        #expect(Set(routes).count == routes.count)
        #expect(Set(routes.map { "\($0.method) \($0.emulatorPath)" }).count == routes.count)
    }

    @Test func `every operation has a route`() {
        for operation in allOperations { #expect(!operation.routes.isEmpty) }
    }

    @Test func `an int64 travels as text and is read as either`() throws {
        #expect(try JSON.encode(DecimalString(3600)) == Array("\"3600\"".utf8))
        #expect(try JSON.decode(DecimalString.self, from: Array("\"3600\"".utf8)).value == 3600)
        #expect(try JSON.decode(DecimalString.self, from: Array("3600".utf8)).value == 3600)
        #expect(throws: JSONError.self) { try JSON.decode(DecimalString.self, from: Array("\"x\"".utf8)) }
    }

    @Test func `an enumeration is read by name and by index`() throws {
        #expect(
            try JSON.decode([CodeType].self, from: Array(#"["VERIFY_EMAIL",4]"#.utf8)) == [.verifyEmail, .verifyEmail]
        )
        #expect(throws: JSONError.self) { try JSON.decode([CodeType].self, from: Array("[99]".utf8)) }
    }

    @Test func `what is unset is left out`() throws {
        let bytes = try JSON.encode(SignUp.Request { $0.email = "ada@example.com" })
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"email":"ada@example.com"}"#)
    }

    @Test func `the envelope carries code, message and reason`() throws {
        let text = String(decoding: JSON.serialize(APIError(.weakPassword, "Too short").envelope), as: UTF8.self)
        #expect(
            text == #"{"error":{"code":400,"message":"WEAK_PASSWORD : Too short","errors":[{"message":"#
                + #""WEAK_PASSWORD : Too short","reason":"invalid","domain":"global"}]}}"#
        )
    }
}
