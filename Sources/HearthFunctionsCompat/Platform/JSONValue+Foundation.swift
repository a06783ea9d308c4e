internal import Foundation
internal import HearthFunctions
internal import HearthJSON

extension JSONValue {
    /// Reads what an app puts together of Foundation's and Swift's own types.
    ///
    /// - Throws: An `NSError` of code `invalidArgument` for what is not JSON, such as a date.
    init(foundation value: Any?) throws {
        // An optional within `Any` is looked into.
        guard let value = value.flatMap(Self.unwrapped) else {
            self = .null
            return
        }
        switch value {
        case is NSNull: self = .null
        case let value as JSONValue: self = value
        case let text as String: self = .string(text)
        case let values as [Any]: self = .array(try values.map { try JSONValue(foundation: $0) })
        case let members as [String: Any]:
            var object = JSONObject()
            for (name, member) in members { object[name] = try JSONValue(foundation: member) }
            self = .object(object)
        default:
            guard let number = JSONValue(number: value) else {
                let type = type(of: value)
                throw FunctionsErrors.error(
                    FunctionsError(.invalidArgument, "A \(type) is not JSON. Send text or a number in its place.")
                )
            }
            self = number
        }
    }

    private init?(number value: Any) {
        // By the type that was put in: a cast alone would take a 1 for `true`, and `true` for a 1.
        switch value {
        case let number as NSNumber where type(of: value) is AnyClass:
            switch unsafe UInt8(bitPattern: number.objCType.pointee) {
            // Truth, or a number of one byte, which only a value of more than one bit tells apart.
            case UInt8(ascii: "c") where (0...1).contains(number.int64Value): self = .bool(number.boolValue)
            case UInt8(ascii: "f"), UInt8(ascii: "d"):
                guard number.doubleValue.isFinite else { return nil }
                self = .number(number.doubleValue)
            case UInt8(ascii: "Q") where number.int64Value < 0: return nil
            default: self = .integer(number.int64Value)
            }
        case let truth as Bool: self = .bool(truth)
        case let integer as any BinaryInteger:
            guard let integer = Int64(exactly: integer) else { return nil }
            self = .integer(integer)
        case let number as any BinaryFloatingPoint:
            let number = Double(number)
            guard number.isFinite else { return nil }
            self = .number(number)
        default: return nil
        }
    }

    /// The value in types that `as? [String: Any]` and its like look for.
    var foundation: Any {
        switch self {
        case .null: NSNull()
        case .bool(let truth): NSNumber(value: truth)
        case .integer(let integer): NSNumber(value: integer)
        case .number(let number): NSNumber(value: number)
        case .string(let text): text
        case .array(let values): values.map(\.foundation)
        case .object(let object):
            Dictionary(object.members.map { ($0.name, $0.value.foundation) }) { _, last in last }
        }
    }

    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
