internal import HearthFirestoreModel
internal import HearthHTTP

/// The addresses of one web channel, version 8 of its protocol.
struct ChannelAddress: Sendable {
    let database: DatabaseName
    /// The session's secret name, once there is a session.
    var session: String?
    /// A name that the server wants to hear at each request, if it does.
    var httpSession: String?

    static let path = "/google.firestore.v1.Firestore/Listen/channel"

    private func target(_ parameters: [(String, String)]) -> String {
        var all = [("VER", "8"), ("database", database.text)] + parameters
        if let session { all.append(("SID", session)) }
        if let httpSession { all.append(("gsessionid", httpSession)) }
        return Self.path + "?"
            + all.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    func handshake(_ number: Int, _ nonce: String) -> String {
        target([("RID", "\(number)"), ("CVER", "22"), ("X-HTTP-Session-Id", "gsessionid"), ("zx", nonce), ("t", "1")])
    }

    func forward(_ number: Int, received: Int, attempt: Int, _ nonce: String) -> String {
        target([("RID", "\(number)"), ("AID", "\(received)"), ("zx", nonce), ("t", "\(attempt)")])
    }

    func back(received: Int, isPolling: Bool, attempt: Int, _ nonce: String) -> String {
        target([
            ("RID", "rpc"), ("AID", "\(received)"), ("CI", isPolling ? "1" : "0"), ("TYPE", "xmlhttp"), ("zx", nonce),
            ("t", "\(attempt)"),
        ])
    }

    func termination(_ number: Int, _ nonce: String) -> String {
        target([("RID", "\(number)"), ("TYPE", "terminate"), ("zx", nonce)])
    }

    /// The body of a forward request.
    ///
    /// - Parameters:
    ///   - messages: The messages as JSON.
    ///   - first: How many messages the session had before.
    /// - Returns: The form.
    static func form(_ messages: [[UInt8]], first: Int) -> [UInt8] {
        var parts = ["count=\(messages.count)", "ofs=\(first)"]
        for (index, message) in messages.enumerated() {
            parts.append("req\(index)___data__=" + PercentEncoding.encode(String(decoding: message, as: UTF8.self)))
        }
        return Array(parts.joined(separator: "&").utf8)
    }
}
