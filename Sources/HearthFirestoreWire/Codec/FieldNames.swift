/// The names of a message's fields, by number and by text.
package struct FieldNames: Sendable {
    struct Field: Sendable {
        let number: Int
        /// The name in JSON, such as `collectionId`.
        let name: String
        /// The union that the field is a member of, if any.
        let union: Substring?
        /// Whether `null` is a value of the field, not its absence.
        let takesNull: Bool
    }

    private let fields: [Field]
    private let byName: [String: Int]
    private let byNumber: [Int]
    /// For each field the other members of its union, as bits by their numbers; no union has a field above 63.
    private let rivals: [UInt64]

    /// Reads a list such as `"1 name, 3 mask, 4 transaction:selector"`: numbers, names and unions; a `?` behind a
    /// name says that null is a value.
    package init(_ list: StaticString) {
        fields = list.description.split(separator: ",").map { item in
            let parts = item.drop { $0 == " " || $0 == "\n" }.split(separator: " ")
            let words = parts[1].split(separator: ":")
            let takesNull = words[0].hasSuffix("?")
            return Field(
                number: Int(parts[0]) ?? 0,
                name: Self.camelCase(takesNull ? words[0].dropLast() : words[0]),
                union: words.count > 1 ? words[1] : nil,
                takesNull: takesNull
            )
        }
        var byName: [String: Int] = [:]
        for (index, item) in list.description.split(separator: ",").enumerated() {
            byName[fields[index].name] = index
            // The name as the interface description spells it is taken too.
            let words = item.split(separator: " ").last?.split(separator: ":").first ?? ""
            byName[String(words.hasSuffix("?") ? words.dropLast() : words)] = index
        }
        self.byName = byName
        var byNumber = Array(repeating: -1, count: (fields.map(\.number).max() ?? 0) + 1)
        for (index, field) in fields.enumerated() { byNumber[field.number] = index }
        self.byNumber = byNumber
        var rivals = Array(repeating: UInt64(0), count: byNumber.count)
        for field in fields where field.union != nil {
            for other in fields where other.union == field.union && other.number != field.number {
                rivals[field.number] |= 1 << UInt64(other.number)
            }
        }
        self.rivals = rivals
    }

    func field(named name: String) -> Field? {
        byName[name].map { fields[$0] }
    }

    func name(of number: Int) -> String {
        byNumber.indices.contains(number) && byNumber[number] >= 0 ? fields[byNumber[number]].name : ""
    }

    /// The fields of which none may be set beside a field, because a union has one member; as bits by their numbers.
    func rivals(of number: Int) -> UInt64 {
        rivals.indices.contains(number) ? rivals[number] : 0
    }

    private static func camelCase(_ name: Substring) -> String {
        var result = ""
        var raisesNext = false
        for character in name {
            if character == "_" {
                raisesNext = true
            } else {
                result += raisesNext ? character.uppercased() : String(character)
                raisesNext = false
            }
        }
        return result
    }
}

/// The names of an enumeration's values.
package struct EnumerationNames: Sendable {
    private let names: [Int32: String]
    private let numbers: [String: Int32]

    /// Reads a list such as `"0 NO_CHANGE, 1 ADD"`.
    package init(_ list: StaticString) {
        var names: [Int32: String] = [:]
        var numbers: [String: Int32] = [:]
        for item in list.description.split(separator: ",") {
            let parts = item.split(separator: " ")
            guard parts.count == 2, let number = Int32(parts[0]) else { continue }
            names[number] = String(parts[1])
            numbers[String(parts[1])] = number
        }
        self.names = names
        self.numbers = numbers
    }

    package func name(of number: Int32) -> String? { names[number] }
    package func number(of name: String) -> Int32? { numbers[name] }
}

/// A value of an enumeration, with its names.
package struct EnumerationValue: Sendable {
    let number: Int32
    let names: EnumerationNames

    package init(_ number: Int32, _ names: EnumerationNames) {
        self.number = number
        self.names = names
    }
}
