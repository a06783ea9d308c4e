import HearthJSON
import Testing

@testable import HearthWire

/// Rules that hold for each member of each message, tried on all of them.
@Suite("Every message")
struct MessageRulesTests {
    @Test(arguments: GoldenMessage.all)
    func `leaves out what is absent, and takes null for absent`(_ golden: GoldenMessage) throws {
        let document = try golden.document()
        for name in document.names {
            var without = document
            without[name] = nil
            #expect(try golden.rewritten(without) == .object(without), "\(name)")
            var null = document
            null[name] = .null
            #expect(try golden.rewritten(null) == .object(without), "\(name)")
        }
        #expect(try golden.rewritten([:]) == [:])
    }

    @Test(arguments: GoldenMessage.all)
    func `tells an empty list, an empty object and an empty text from what is absent`(_ golden: GoldenMessage) throws {
        let document = try golden.document()
        for member in document.members {
            let empty: JSONValue
            switch member.value {
            case .array: empty = []
            case .object: empty = [:]
            case .string where Int64(member.value.string ?? "") == nil: empty = ""
            default: continue
            }
            var changed = document
            changed[member.name] = empty
            #expect(try golden.rewritten(changed) == .object(changed), "\(member.name)")
        }
    }

    @Test(arguments: GoldenMessage.all)
    func `refuses a member of another type, and names its place`(_ golden: GoldenMessage) throws {
        let document = try golden.document()
        for member in document.members {
            let wrong: [JSONValue]
            switch member.value {
            // A number is read for some texts: 64 bits travel as text, and enumerations by their place.
            case .string: wrong = [true, [], [:], 1.5]
            case .bool: wrong = ["true", 1, [], [:]]
            case .integer, .number: wrong = ["x", true, [], [:]]
            case .array: wrong = ["x", 1, true, [:]]
            case .object: wrong = ["x", 1, true, []]
            case .null: wrong = []
            }
            for value in wrong where !Self.isFree(golden.type, member.name) {
                var changed = document
                changed[member.name] = value
                let error = #expect(throws: JSONError.self, "\(member.name): \(value)") {
                    try golden.rewritten(changed)
                }
                #expect(error?.kind == .type)
                #expect(error?.path.hasPrefix(member.name) == true, "\(error?.path ?? "")")
            }
        }
    }

    /// Whether a member is a document of any shape.
    private static func isFree(_ type: any Message.Type, _ name: String) -> Bool {
        func find<Content: Message>(_ type: Content.Type) -> Bool {
            let members = (try? MemberList(of: type))?.members ?? []
            return members.first { $0.name == name }?.type == JSONValue.self
        }
        return find(type)
    }

    @Test(arguments: GoldenMessage.all)
    func `reads past what it does not know`(_ golden: GoldenMessage) throws {
        let document = try golden.document()
        var more = document
        more["addedNextYear"] = ["deep": [1, nil, "x"]]
        #expect(try golden.rewritten(more) == .object(document))
    }

    // Lists that hold null come from clients that leave gaps in arrays.
    @Test(arguments: GoldenMessage.all)
    func `refuses null inside a list of messages or texts`(_ golden: GoldenMessage) throws {
        for member in try golden.document().members {
            guard case .array = member.value, !Self.holdsDocuments(golden.type, member.name) else { continue }
            #expect(throws: JSONError.self, "\(member.name)") {
                try golden.rewritten([member.name: [nil]])
            }
        }
    }

    private static func holdsDocuments(_ type: any Message.Type, _ name: String) -> Bool {
        func find<Content: Message>(_ type: Content.Type) -> Bool {
            let members = (try? MemberList(of: type))?.members ?? []
            let found = members.first { $0.name == name }?.type
            return found == JSONValue.self || found == [JSONValue].self
        }
        return find(type)
    }
}
