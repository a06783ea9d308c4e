/// A browser's request to the address that it is sent back to, and what it is answered.
struct LoopbackRequest: Sendable, Hashable {
    /// The path and the query, percent-encoded.
    let target: String

    private let host: String?

    /// The longest head that is read, in bytes: an address with tokens in it is long.
    static let longestHead = 65_536

    /// Reads the head of a request.
    ///
    /// - Parameter bytes: What has arrived; `nil` comes back unless it holds a whole head of a `GET`.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/"), words[2].hasPrefix("HTTP/1.") else {
            return nil
        }
        target = String(words[1])
        let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
        host = hosts.count == 1 ? hosts[0].dropFirst("host:".count).filter { $0 != " " && $0 != "\t" } : nil
    }

    /// Whether the request is the one that is waited for: to this path, and to this address rather than to a name that
    /// someone has point here.
    func isFor(path: String, port: UInt16) -> Bool {
        target.prefix { $0 != "?" } == path && host == "127.0.0.1:\(port)"
    }

    /// Whether bytes hold a whole head.
    static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.firstRange(of: Array("\r\n\r\n".utf8)) != nil
    }

    /// What the browser shows when it has come back.
    static let finished = response(
        "200 OK",
        "text/html",
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Back to the app</title>
        <p>This is done here. You can close this page and go back to the app.</p>
        </html>
        """
    )

    /// The answer to every other request.
    static let notFound = response("404 Not Found", "text/plain", "There is nothing here.\n")

    private static func response(_ status: String, _ type: String, _ body: String) -> [UInt8] {
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: \(type); charset=utf-8", "Content-Length: \(body.utf8.count)",
            "Cache-Control: no-store", "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
            "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "Connection: close",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
