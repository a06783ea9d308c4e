import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct AssetTests {
    @Test func `a file has a digest in its address and is sent compressed`() {
        let assets = Assets([("a.js", Array(repeating: 97, count: 5000))])
        let head = HTTPRequestHead(.get, target: "/console/-/x/a.js", fields: ["Accept-Encoding": "gzip, br"])
        let response = assets.response(to: head, version: assets.digest[...], name: "a.js")
        #expect(response.status == 200)
        #expect(response.fields["content-encoding"] == "gzip")
        #expect(response.bytes.prefix(2) == [0x1f, 0x8b])
        #expect(response.bytes.count < 100)
    }
}

@Suite struct WebFileTests {
    private static let binary = Dictionary(uniqueKeysWithValues: EmbeddedFiles.all().map { ($0.name, $0.bytes) })

    @Test func `everything that a page asks for is in the binary, and fits the budget of a first page`() {
        let assets = Assets()
        let sizes = assets.files.values.map { $0.compressed?.count ?? $0.bytes.count }
        #expect(sizes.reduce(0, +) < 150_000)
        for (name, bytes) in Self.binary where name.hasSuffix(".js") {
            let text = String(decoding: bytes, as: UTF8.self)
            let folder = name.split(separator: "/").dropLast().map(String.init)
            for match in text.matches(of: /(?:from|import\() ?'(\.[^']+)'/) {
                var path = folder
                for part in match.1.split(separator: "/") {
                    if part == ".." { path.removeLast() } else if part != "." { path.append(String(part)) }
                }
                #expect(Self.binary[path.joined(separator: "/")] != nil, "\(name) imports \(match.1)")
            }
        }
    }

    @Test func `no file has more than 300 lines, and none makes markup of text`() {
        for (name, bytes) in Self.binary where name.hasSuffix(".js") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 300, "\(name)")
            let sinks = text.matches(of: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/)
            #expect(sinks.count == (name == "lib/html.js" ? 1 : 0), "\(name)")
        }
    }

    @Test func `German has every sentence that stands in the code, and every title of a flow`() throws {
        let german = try #require(try JSON.parse(Self.binary["text/de.json"] ?? []).object)
        for title in FlowOutcome.titles { #expect(german[title] != nil, "\(title)") }
        for (name, bytes) in Self.binary where name.hasSuffix(".js") {
            let text = String(decoding: bytes, as: UTF8.self)
            for match in text.matches(of: /\bt\('((?:[^'\\]|\\.)*)'/) {
                #expect(german[String(match.1)] != nil, "\(name): \(match.1)")
            }
        }
    }
}
