internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP

/// The console's files as they are served: each below the digest of all of them, so that a page of one version never
/// meets a file of another.
struct Assets: Sendable {
    /// One file.
    struct File: Sendable {
        let bytes: [UInt8]
        /// The bytes in gzip form, if that is shorter.
        let compressed: [UInt8]?
        let mediaType: String
        let tag: String
    }

    /// The folder of this version: the first 16 digits of the SHA-256 of all names and bytes.
    let digest: String
    let files: [String: File]

    /// Reads the files of the binary.
    init() {
        self.init(EmbeddedFiles.all())
    }

    init(_ all: [(name: String, bytes: [UInt8])]) {
        var files: [String: File] = [:]
        var everything: [UInt8] = []
        for (name, bytes) in all.sorted(by: { $0.name < $1.name }) {
            let tag = Hex.encode(Digest.sha256.hash(bytes))
            everything += Array("\(name)\n\(tag)\n".utf8)
            let compressed = Gzip.compress(bytes)
            files[name] = File(
                bytes: bytes,
                compressed: compressed.flatMap { $0.count < bytes.count ? $0 : nil },
                mediaType: Self.mediaType(of: name),
                tag: "\"\(tag.prefix(32))\""
            )
        }
        self.files = files
        digest = String(Hex.encode(Digest.sha256.hash(everything)).prefix(16))
    }

    /// Answers a request for `/console/-/DIGEST/NAME`.
    ///
    /// A file below another version's digest is gone: the page that asks for it is older or newer than this server.
    func response(to head: HTTPRequestHead, version: Substring, name: String) -> HTTPResponse {
        guard version == digest, let file = files[name] else {
            return HTTPResponse(status: 404, fields: ["Cache-Control": "no-store", "Content-Type": "text/plain"])
        }
        var fields: HTTPFields = [
            "Cache-Control": "public, max-age=31536000, immutable", "ETag": file.tag, "Vary": "Accept-Encoding",
        ]
        if head.fields["if-none-match"] == file.tag { return HTTPResponse(status: 304, fields: fields) }
        fields.append("Content-Type", file.mediaType)
        let takesGzip = head.fields.values(of: "accept-encoding").contains { $0.contains("gzip") }
        guard takesGzip, let compressed = file.compressed else {
            return HTTPResponse(status: 200, fields: fields, body: .bytes(file.bytes))
        }
        fields.append("Content-Encoding", "gzip")
        return HTTPResponse(status: 200, fields: fields, body: .bytes(compressed))
    }

    static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
