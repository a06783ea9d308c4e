/// Takes the target of a request apart, byte by byte.
enum HTTPTarget {
    static func path(of target: String) -> Substring {
        target[..<(queryMark(of: target) ?? target.endIndex)]
    }

    /// Nothing is joined, resolved or decoded: an empty segment is a segment, and so are `.` and `..`.
    static func segments(of target: String) -> [Substring] {
        let path = path(of: target)
        guard path.utf8.first == slash else { return path.isEmpty ? [] : [path] }
        return path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false).map { Substring($0) }
    }

    static func query(of target: String) -> FormParameters {
        guard let mark = queryMark(of: target) else { return FormParameters() }
        return FormParameters(decoding: target[target.utf8.index(after: mark)...])
    }

    private static let slash = UInt8(ascii: "/")

    private static func queryMark(of target: String) -> String.Index? {
        target.firstIndex(ofByte: UInt8(ascii: "?"))
    }
}
