internal import Foundation
internal import HearthFirestore

/// Values as FirebaseFirestore's apps have them, without types.
enum AnyValue {
    /// The data of a write.
    static func data(_ data: [AnyHashable: Any]) throws(FirestoreError) -> [String: any FirestoreConvertible] {
        var values: [String: any FirestoreConvertible] = [:]
        for (key, value) in data {
            guard let name = key as? String else { throw refusal(of: key, at: "a name") }
            values[name] = try self.value(value)
        }
        return values
    }

    /// The data of an update, whose names may be `FieldPath`s.
    static func updates(_ data: [AnyHashable: Any]) throws(FirestoreError) -> [FieldPath: any FirestoreConvertible] {
        var values: [FieldPath: any FirestoreConvertible] = [:]
        for (key, value) in data {
            switch key.base {
            case let path as FieldPath: values[path] = try self.value(value)
            case let text as String: values[try text.fieldPath()] = try self.value(value)
            default: throw refusal(of: key, at: "a field")
            }
        }
        return values
    }

    /// The names of fields, each a text or a `FieldPath`.
    static func fields(_ names: [Any]) throws(FirestoreError) -> [any FieldPathConvertible] {
        var fields: [any FieldPathConvertible] = []
        for name in names {
            guard let field = name as? any FieldPathConvertible else { throw refusal(of: name, at: "a field") }
            fields.append(field)
        }
        return fields
    }

    static func values(_ values: [Any]) throws(FirestoreError) -> [FirestoreValue] {
        var converted: [FirestoreValue] = []
        for value in values { converted.append(try self.value(value)) }
        return converted
    }

    static func value(_ value: Any) throws(FirestoreError) -> FirestoreValue {
        switch value {
        case let value as any FirestoreConvertible: return value.firestoreValue
        case let reference as DocumentReference: return .reference(reference.inner)
        case is NSNull: return .null
        case let elements as [Any]: return .array(try values(elements))
        case let members as [String: Any]:
            var map: [String: FirestoreValue] = [:]
            for (name, member) in members { map[name] = try self.value(member) }
            return .map(map)
        case let number as any BinaryInteger:
            guard let integer = Int64(exactly: number) else { throw refusal(of: value, at: "a value") }
            return .integer(integer)
        case let number as NSNumber: return try self.number(number)
        case let url as URL: return .string(url.absoluteString)
        default:
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional else { throw refusal(of: value, at: "a value") }
            guard let content = mirror.children.first?.value else { return .null }
            return try self.value(content)
        }
    }

    /// A number that JSON or a document brought: it comes in an object, which knows what was put into it.
    private static func number(_ number: NSNumber) throws(FirestoreError) -> FirestoreValue {
        if String(describing: type(of: number)).contains("Boolean") { return .boolean(number.boolValue) }
        #if !canImport(Darwin)
        // Foundation reads a long negative integer of JSON as a decimal here; as a double it would lose digits.
        if number is NSDecimalNumber, let integer = number as? Int64, integer.magnitude > 1 << 53 {
            return .integer(integer)
        }
        #endif
        switch unsafe String(cString: number.objCType) {
        case "d", "f": return .double(number.doubleValue)
        case "Q":
            guard let integer = Int64(exactly: number.uint64Value) else { throw refusal(of: number, at: "a value") }
            return .integer(integer)
        default: return .integer(number.int64Value)
        }
    }

    /// What is compared with; what Firestore does not have is refused when it is asked for.
    static func operand(_ value: Any) -> FirestoreValue {
        do throws(FirestoreError) { return try self.value(value) } catch { return .fieldValue(.refused(error)) }
    }

    private static func refusal(of value: Any, at place: String) -> FirestoreError {
        FirestoreError(.invalidArgument, "A \(type(of: value)) cannot be \(place) in Firestore.")
    }

    /// A value as FirebaseFirestore's apps get it.
    ///
    /// Numbers are `NSNumber`s, which become every type of number that can hold them: `as? Double` finds 5 in a field
    /// that holds an integer. Written back, they are what they were.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - firestore: The database that references belong to; `nil` leaves them Hearth's.
    /// - Returns: The value without its type.
    static func any(_ value: FirestoreValue, _ firestore: Firestore?) -> Any {
        switch value {
        case .null: NSNull()
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .timestamp(let value): value
        case .string(let value): value
        case .bytes(let value): Data(value)
        case .reference(let value): firestore.map { DocumentReference($0, value) } ?? value
        case .geoPoint(let value): value
        case .array(let elements): elements.map { any($0, firestore) }
        case .vector(let value): value
        case .map(let members): members.mapValues { any($0, firestore) }
        case .fieldValue(let value): value
        }
    }
}
