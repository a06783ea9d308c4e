internal import HearthHTTP
internal import HearthJSON

/// A page that shows rules, and beside each line how often its expressions were evaluated.
struct CoveragePage {
    let report: JSONValue

    var response: HTTPResponse {
        let fields: HTTPFields = [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        ]
        return HTTPResponse(status: 200, fields: fields, body: .bytes(Array(html.utf8)))
    }

    private var html: String {
        let source = report["rules"]?["files"]?.array?.first?["content"]?.string ?? ""
        var counts: [Int64: Int64] = [:]
        for node in report["report"]?.array ?? [] { Self.count(node, into: &counts) }
        var rows = ""
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let number = Int64(index + 1)
            let times = counts[number].map { "\($0)" } ?? ""
            let mark = counts[number] == 0 ? " class=\"never\"" : ""
            rows += "<tr\(mark)><td>\(number)</td><td>\(times)</td><td><pre>\(Self.escaped(line))</pre></td></tr>\n"
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Coverage of the rules</title>
            <style>td { padding: 0 1em; text-align: right } td:last-child { text-align: left } pre { margin: 0 }
            .never { background: #fdd }</style></head>
            <body><table><tr><th>Line</th><th>Evaluated</th><th>Rules</th></tr>
            \(rows)</table></body></html>

            """
    }

    /// Adds what is in a node: a line counts as often as the expression on it that was evaluated most.
    private static func count(_ node: JSONValue, into counts: inout [Int64: Int64]) {
        if let line = node["sourcePosition"]?["line"]?.integer {
            let times = (node["values"]?.array ?? []).reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
            counts[line] = max(counts[line] ?? 0, times)
        }
        for child in node["children"]?.array ?? [] { count(child, into: &counts) }
    }

    private static func escaped(_ text: Substring) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
