/// What has arrived on a connection.
enum SessionEvent {
    /// The head of a new request.
    case head(Int32, HeaderBlock, endsStream: Bool)
    /// A part of a body.
    case data(Int32, [UInt8])
    /// The end of a body.
    case end(Int32)
    /// The end of a stream, by either side.
    case closed(Int32, HTTP2Reset)
    /// Something that a client should not send too often.
    case nuisance(FloodGuard.Kind)
}
