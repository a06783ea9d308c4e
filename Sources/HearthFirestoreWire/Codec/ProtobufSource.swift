package import HearthFirestoreModel
internal import HearthProtobuf

extension Message {
    /// Reads the binary form.
    package init(protobuf bytes: [UInt8]) throws(FirestoreError) {
        self.init()
        var source = ProtobufSource(reader: ProtobufReader(bytes))
        try source.readAll(into: &self)
    }
}

extension Fields {
    /// Reads the binary form of the entries of a map of values with the field number 1.
    package init(protobuf bytes: [UInt8]) throws(FirestoreError) {
        var map = WireMap()
        var source = ProtobufSource(reader: ProtobufReader(bytes))
        try source.readAll(into: &map)
        self = map.fields
    }
}

/// Reads messages from their binary form.
struct ProtobufSource: MessageSource {
    private var reader: ProtobufReader
    /// The layout of the field that is being read.
    private var type = WireType.varint

    init(reader: ProtobufReader) {
        self.reader = reader
    }

    mutating func readAll<Content: Message>(into content: inout Content) throws(FirestoreError) {
        let names = Content.names
        // The numbers of the fields that were read, as bits.
        var seen: UInt64 = 0
        while let (field, type) = try Self.mapped({ () throws(ProtobufError) in try reader.tag() }) {
            self.type = type
            // As in JSON: which of two members counts would be a guess at what is meant.
            guard seen & names.rivals(of: field) == 0 else { throw Self.twoMembers(names.name(of: field)) }
            if field < UInt64.bitWidth { seen |= 1 << UInt64(field) }
            if try !content.read(field, from: &self) {
                try Self.mapped { () throws(ProtobufError) in try reader.skip(type) }
            }
        }
        content.finishReading()
    }

    private static func mapped<Result>(
        _ body: () throws(ProtobufError) -> Result
    ) throws(FirestoreError) -> Result {
        do throws(ProtobufError) { return try body() } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: ProtobufError) -> FirestoreError {
        .invalid("The request is no message of protocol buffers: \(error).")
    }

    private static func twoMembers(_ name: String) -> FirestoreError {
        .invalid("The request sets \(name) beside another field of which it can have only one.")
    }

    private func expect(_ expected: WireType) throws(FirestoreError) {
        if type != expected { throw Self.failure(.wrongType) }
    }

    private mutating func varint() throws(FirestoreError) -> UInt64 {
        try expect(.varint)
        return try Self.mapped { () throws(ProtobufError) in try reader.varint() }
    }

    mutating func bool() throws(FirestoreError) -> Bool { try varint() != 0 }
    mutating func int32() throws(FirestoreError) -> Int32 { Int32(truncatingIfNeeded: try varint()) }
    mutating func int64() throws(FirestoreError) -> Int64 { Int64(bitPattern: try varint()) }
    mutating func null() throws(FirestoreError) { _ = try varint() }
    mutating func enumeration(_ names: EnumerationNames) throws(FirestoreError) -> Int32 { try int32() }

    mutating func double() throws(FirestoreError) -> Double {
        try expect(.fixed64)
        return try Self.mapped { () throws(ProtobufError) in try reader.double() }
    }

    mutating func string() throws(FirestoreError) -> String {
        try expect(.lengthDelimited)
        return try Self.mapped { () throws(ProtobufError) in try reader.string() }
    }

    mutating func bytes() throws(FirestoreError) -> [UInt8] {
        try expect(.lengthDelimited)
        return try Self.mapped { () throws(ProtobufError) in try reader.byteArray() }
    }

    mutating func timestamp() throws(FirestoreError) -> Timestamp {
        let pair = try message(NumberPair.self)
        guard let moment = Timestamp(seconds: pair.first, nanoseconds: Int32(truncatingIfNeeded: pair.second)) else {
            throw .invalid("A timestamp is outside of the years 1 to 9999.")
        }
        return moment
    }

    mutating func wrapped() throws(FirestoreError) -> Int64 { try message(NumberPair.self).first }

    mutating func message<Content: Message>(into content: inout Content) throws(FirestoreError) {
        try expect(.lengthDelimited)
        var inner = content
        try reader.nested(
            { (reader) throws(FirestoreError) in
                var source = ProtobufSource(reader: reader)
                try source.readAll(into: &inner)
            },
            orThrow: Self.failure
        )
        content = inner
    }

    mutating func append<Content: Message>(to contents: inout [Content]) throws(FirestoreError) {
        contents.append(try message(Content.self))
    }

    mutating func append(to texts: inout [String]) throws(FirestoreError) {
        texts.append(try string())
    }

    /// Numbers come one by one, or packed into one field.
    mutating func append(to numbers: inout [Int32]) throws(FirestoreError) {
        guard type == .lengthDelimited else {
            numbers.append(try int32())
            return
        }
        var packed = ProtobufReader(try bytes())
        while !packed.isAtEnd {
            let word = try Self.mapped { () throws(ProtobufError) in try packed.varint() }
            numbers.append(Int32(truncatingIfNeeded: word))
        }
    }

    mutating func append(to entries: inout [Fields.Entry]) throws(FirestoreError) {
        let entry = try message(FieldEntry.self)
        entries.append(Fields.Entry(entry.name, try entry.value.required()))
    }
}

/// Two numbers: a timestamp's, or a wrapper's only one.
private struct NumberPair: Message {
    var first: Int64 = 0
    var second: Int64 = 0
    static let names = FieldNames("1 seconds, 2 nanos")

    func write(to sink: inout some MessageSink) {
        sink.int64(1, first)
        sink.int64(2, second)
    }

    mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: first = try source.int64()
        case 2: second = try source.int64()
        default: return false
        }
        return true
    }
}

/// One entry of a map of values.
private struct FieldEntry: Message {
    var name = ""
    var value = WireValue()
    static let names = FieldNames("1 key, 2 value")

    func write(to sink: inout some MessageSink) {
        sink.string(1, name)
        sink.message(2, value)
    }

    mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: name = try source.string()
        case 2: try source.message(into: &value)
        default: return false
        }
        return true
    }
}
