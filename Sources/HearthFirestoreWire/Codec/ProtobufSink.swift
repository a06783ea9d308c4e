package import HearthFirestoreModel
internal import HearthProtobuf

extension Message {
    /// The binary form.
    package var protobuf: [UInt8] {
        var sink = ProtobufSink()
        write(to: &sink)
        return sink.writer.bytes
    }
}

extension Fields {
    /// The binary form of the entries of a map of values with the field number 1: what a map value consists of.
    package var protobuf: [UInt8] {
        var sink = ProtobufSink()
        sink.fields(1, self)
        return sink.writer.bytes
    }
}

/// Writes messages in their binary form.
struct ProtobufSink: MessageSink {
    var writer = ProtobufWriter()

    mutating func bool(_ field: Int, _ value: Bool, isMember: Bool) {
        if isMember || value { writer.bool(field, value) }
    }

    mutating func int32(_ field: Int, _ value: Int32, isMember: Bool) {
        if isMember || value != 0 { writer.integer(field, Int64(value)) }
    }

    mutating func int64(_ field: Int, _ value: Int64, isMember: Bool) {
        if isMember || value != 0 { writer.integer(field, value) }
    }

    mutating func double(_ field: Int, _ value: Double, isMember: Bool) {
        // Negative zero is not the default.
        if isMember || value.bitPattern != 0 { writer.double(field, value) }
    }

    mutating func string(_ field: Int, _ value: String, isMember: Bool) {
        if isMember || !value.isEmpty { writer.string(field, value) }
    }

    mutating func bytes(_ field: Int, _ value: [UInt8], isMember: Bool) {
        if isMember || !value.isEmpty { writer.bytes(field, value) }
    }

    mutating func enumeration(_ field: Int, _ value: EnumerationValue) {
        if value.number != 0 { writer.integer(field, Int64(value.number)) }
    }

    mutating func null(_ field: Int) { writer.integer(field, 0) }

    mutating func timestamp(_ field: Int, _ value: Timestamp?) {
        guard let value else { return }
        writer.nested(field) { writer in
            if value.seconds != 0 { writer.integer(1, value.seconds) }
            if value.nanoseconds != 0 { writer.integer(2, Int64(value.nanoseconds)) }
        }
    }

    mutating func wrapped(_ field: Int, _ value: Int64?, isLong: Bool) {
        guard let value else { return }
        writer.nested(field) { writer in
            if value != 0 { writer.integer(1, value) }
        }
    }

    mutating func message(_ field: Int, _ value: (some Message)?) {
        guard let value else { return }
        nested(field) { value.write(to: &$0) }
    }

    mutating func messages(_ field: Int, _ values: [some Message]) {
        for value in values { nested(field) { value.write(to: &$0) } }
    }

    mutating func strings(_ field: Int, _ values: [String]) {
        for value in values { writer.string(field, value) }
    }

    mutating func int32s(_ field: Int, _ values: [Int32]) {
        guard !values.isEmpty else { return }
        writer.nested(field) { writer in
            for value in values { writer.varint(UInt64(bitPattern: Int64(value))) }
        }
    }

    mutating func fields(_ field: Int, _ fields: Fields) {
        for entry in fields.entries {
            nested(field) { sink in
                sink.writer.string(1, entry.name)
                sink.nested(2) { entry.value.write(to: &$0) }
            }
        }
    }

    private mutating func nested(_ field: Int, _ body: (inout ProtobufSink) -> Void) {
        writer.nested(field) { writer in
            var sink = ProtobufSink()
            swap(&sink.writer, &writer)
            body(&sink)
            swap(&sink.writer, &writer)
        }
    }
}
