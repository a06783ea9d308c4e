internal import HearthCore
package import HearthFirestoreModel
package import HearthJSON

extension Message {
    /// Reads the JSON form: an object, or nothing at all for an empty message.
    package init(json bytes: [UInt8]) throws(FirestoreError) {
        self.init()
        guard !bytes.isEmpty else { return }
        let value: JSONValue
        do throws(JSONError) { value = try JSON.parse(bytes) } catch { throw .invalidPayload }
        try self.init(json: value)
    }

    /// Reads the JSON form.
    package init(json value: JSONValue) throws(FirestoreError) {
        self.init()
        try JSONSource.read(value, into: &self)
    }
}

/// Reads messages from JSON, leniently where official clients need it: numbers as text, names in either spelling.
struct JSONSource: MessageSource {
    private let value: JSONValue

    static func read<Content: Message>(_ value: JSONValue, into content: inout Content) throws(FirestoreError) {
        guard let object = value.object else { throw .invalidPayload }
        var unions: Set<Substring> = []
        for member in object.members {
            guard let field = Content.names.field(named: member.name) else { throw .invalidPayload }
            if member.value.isNull, !field.takesNull { continue }
            if let union = field.union, !unions.insert(union).inserted { throw .invalidPayload }
            var source = JSONSource(value: member.value)
            // A field that is known and not wanted is passed over.
            _ = try content.read(field.number, from: &source)
        }
        content.finishReading()
    }

    mutating func bool() throws(FirestoreError) -> Bool {
        guard let truth = value.bool else { throw .invalidPayload }
        return truth
    }

    mutating func int32() throws(FirestoreError) -> Int32 {
        guard let number = Int32(exactly: try int64()) else { throw .invalidPayload }
        return number
    }

    mutating func int64() throws(FirestoreError) -> Int64 {
        if case .integer(let number) = value { return number }
        if let text = value.string, let number = Int64(text) { return number }
        // A number with a fraction or an exponent. The least integer was read above: a double that equals it may have
        // been rounded from a number below.
        guard let double = value.double ?? value.string.flatMap(Self.decimal), double > -0x1p63,
            let number = Int64(exactly: double)
        else { throw .invalidPayload }
        return number
    }

    mutating func double() throws(FirestoreError) -> Double {
        if let number = value.double { return number }
        switch value.string {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        case let text?:
            guard let number = Self.decimal(text) else { throw .invalidPayload }
            return number
        case nil: throw .invalidPayload
        }
    }

    /// Reads a finite decimal number: Swift's parser knows more spellings, such as hexadecimal ones.
    private static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), let number = Double(text) else {
            return nil
        }
        return number.isFinite ? number : nil
    }

    mutating func string() throws(FirestoreError) -> String {
        guard let text = value.string else { throw .invalidPayload }
        return text
    }

    mutating func bytes() throws(FirestoreError) -> [UInt8] {
        guard let text = value.string, let bytes = Base64.decodeLeniently(text) else { throw .invalidPayload }
        return bytes
    }

    mutating func enumeration(_ names: EnumerationNames) throws(FirestoreError) -> Int32 {
        if let name = value.string {
            guard let number = names.number(of: name) else { throw .invalidPayload }
            return number
        }
        return try int32()
    }

    mutating func null() throws(FirestoreError) {
        guard value.isNull || value.string == "NULL_VALUE" || value.integer == 0 else { throw .invalidPayload }
    }

    mutating func timestamp() throws(FirestoreError) -> Timestamp {
        guard let text = value.string, let moment = Timestamp(rfc3339: text) else { throw .invalidPayload }
        return moment
    }

    mutating func wrapped() throws(FirestoreError) -> Int64 { try int64() }

    mutating func message<Content: Message>(into content: inout Content) throws(FirestoreError) {
        try Self.read(value, into: &content)
    }

    private func elements() throws(FirestoreError) -> [JSONValue] {
        guard let elements = value.array else { throw .invalidPayload }
        return elements
    }

    mutating func append<Content: Message>(to contents: inout [Content]) throws(FirestoreError) {
        for element in try elements() { contents.append(try Content(json: element)) }
    }

    mutating func append(to texts: inout [String]) throws(FirestoreError) {
        for element in try elements() {
            guard let text = element.string else { throw .invalidPayload }
            texts.append(text)
        }
    }

    mutating func append(to numbers: inout [Int32]) throws(FirestoreError) {
        for element in try elements() {
            var source = JSONSource(value: element)
            numbers.append(try source.int32())
        }
    }

    mutating func append(to entries: inout [Fields.Entry]) throws(FirestoreError) {
        guard let object = value.object else { throw .invalidPayload }
        entries.reserveCapacity(object.count)
        for member in object.members {
            entries.append(Fields.Entry(member.name, try WireValue(json: member.value).required()))
        }
    }
}
