internal import HearthModels

extension QRCode {
    /// The rows of a picture of a text, a `1` for each dark module; `nil` if the text is too long for one.
    static func rows(of text: String) -> [String]? {
        guard let code = QRCode(text) else { return nil }
        return (0..<code.size).map { y in
            String((0..<code.size).map { x in code.isDark(x: x, y: y) ? "1" : "0" })
        }
    }
}
