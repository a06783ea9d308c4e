import HearthJSON
import Testing

@testable import HearthWire

/// One golden file a message, with every member set: what is read and written again must be the same.
@Suite("Golden messages")
struct GoldenTests {
    static let names = allOperations.map { "\($0)" }

    @Test(arguments: names)
    func `a message with every member survives`(_ name: String) throws {
        let operation = try #require(allOperations.first { "\($0)" == name })
        try check(operation)
    }

    @Test func `every golden file belongs to an operation`() throws {
        let files = try GoldenFiles.names()
        #expect(Set(files.compactMap { $0.split(separator: ".").first.map(String.init) }) == Set(Self.names))
    }

    private func check<Op: HearthWire.Operation>(_ operation: Op.Type) throws {
        try roundTrip(Op.Request.self, "\(operation).request")
        try roundTrip(Op.Response.self, "\(operation).response")
    }

    private func roundTrip<Content: Message>(_ type: Content.Type, _ name: String) throws {
        let golden = try JSON.parse(#require(try GoldenFiles.bytes(name), "there is no Golden/\(name).json"))
        let message = try JSON.decode(type, from: golden)
        #expect(try JSON.parse(JSON.encode(message)) == golden)
        #expect(Mirror(reflecting: message).children.allSatisfy { isSet($0.value) }, "a member of \(name) is not set")
    }

    private func isSet(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle != .optional || !mirror.children.isEmpty
    }
}
