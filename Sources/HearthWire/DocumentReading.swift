package import HearthJSON

/// An operation that looks at its request before it is decoded, because a null and an unknown name are lost then.
package protocol DocumentReading: Operation {
    /// Says in known members what would be lost.
    ///
    /// - Parameter document: The request; what is null in it afterwards counts as left out.
    /// - Throws: `APIError` if the request must not be as it is.
    static func read(_ document: inout JSONObject) throws(APIError)
}
