internal import HearthCore
internal import HearthCrypto

/// A script in a page, which the page's policy allows by its SHA-256 and which therefore never changes: what differs
/// from one page to the next is read from attributes of the page's elements.
struct PageScript: Sendable {
    let text: String
    /// The digest as the policy names it.
    let source: String

    init(_ text: String) {
        self.text = text
        source = "'sha256-\(Base64.encode(Digest.sha256.hash(Array(text.utf8)), .standard))'"
    }

    /// The script as an element.
    var element: HTML {
        "<script>\(HTML(stringLiteral: text))</script>"
    }
}
