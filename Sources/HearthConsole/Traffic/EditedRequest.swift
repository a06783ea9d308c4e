internal import HearthHTTP
internal import HearthJSON

extension TrafficEntry.Exchange {
    /// The request as it is sent again: with another body if `body` says one.
    ///
    /// - Parameter changes: What the reader has changed.
    /// - Returns: The request.
    /// - Throws: ``ConsoleRefusal`` if `body` is no text.
    func edited(by changes: JSONObject) throws(ConsoleRefusal) -> HTTPRequest {
        guard let body = changes["body"] else { return request }
        guard let text = body.string else { throw ConsoleRefusal(400, "'body' is the text to send.") }
        var edited = request
        edited.body = Array(text.utf8)
        return edited
    }
}
