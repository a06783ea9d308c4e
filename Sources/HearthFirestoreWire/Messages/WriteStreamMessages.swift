package import HearthFirestoreModel

/// Opens a stream of writes, or sends some.
package struct WriteRequest: Message {
    package var database = ""
    package var streamId = ""
    package var writes: [WireWrite] = []
    package var streamToken: [UInt8] = []

    package static let names = FieldNames("1 database,2 stream_id,3 writes,4 stream_token,5 labels,6 request_options")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, database)
        sink.string(2, streamId)
        sink.messages(3, writes)
        sink.bytes(4, streamToken)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: database = try source.string()
        case 2: streamId = try source.string()
        case 3: try source.append(to: &writes)
        case 4: streamToken = try source.bytes()
        default: return false
        }
        return true
    }
}

/// Answers writes of a stream.
package struct WriteResponse: Message {
    package var streamId = ""
    package var streamToken: [UInt8] = []
    package var writeResults: [WireWriteResult] = []
    package var commitTime: Timestamp?

    package static let names = FieldNames("1 stream_id,2 stream_token,3 write_results,4 commit_time")

    package init() {}

    package func write(to sink: inout some MessageSink) {
        sink.string(1, streamId)
        sink.bytes(2, streamToken)
        sink.messages(3, writeResults)
        sink.timestamp(4, commitTime)
    }

    package mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool {
        switch field {
        case 1: streamId = try source.string()
        case 2: streamToken = try source.bytes()
        case 3: try source.append(to: &writeResults)
        case 4: commitTime = try source.timestamp()
        default: return false
        }
        return true
    }
}
