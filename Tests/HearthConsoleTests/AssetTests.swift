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
    @Test func `the page of an address asks at once for every module that it needs, and for no other`() {
        let assets = Assets()
        let addresses = [
            ("/console", "pages/overview.js"), ("/console/users", "pages/users.js"),
            ("/console/users/alice?size=50", "pages/users.js"), ("/console/nothing", "pages/nothing.js"),
            ("/console/%2e%2e", "index.js"),
        ]
        for (address, page) in addresses {
            let needed = WebFiles.modules(of: "index.js").union(WebFiles.modules(of: page))
            let shell = ShellPage(assets: assets).response(to: HTTPRequestHead(.get, target: address, fields: [:]))
            let preloads = String(decoding: shell.bytes, as: UTF8.self)
                .matches(of: /<link rel="modulepreload" href="([^"]+)">/).map { String($0.1) }
            #expect(Set(preloads) == Set(needed.map { "/console/-/\(assets.digest)/\($0)" }), "\(address)")
            #expect(preloads.count == needed.count, "\(address) asks twice")
        }
    }

    @Test func `the frame of an emulator names its project before any module runs, and no markup comes with it`() {
        let head = HTTPRequestHead(.get, target: "/console", fields: [:])
        func text(_ project: String?) -> String {
            String(decoding: ShellPage(assets: Assets([]), project: project).response(to: head).bytes, as: UTF8.self)
        }
        #expect(text("demo-shop").contains("<b class=\"cut\">demo-shop</b>"))
        #expect(text("a<\u{338}img&>").contains("<b class=\"cut\">a&lt;\u{338}img&amp;&gt;</b>"))
        #expect(text(nil).contains("<div id=\"app\"></div>"))
    }

    @Test func `everything that a page asks for is in the binary`() {
        for (name, bytes) in WebFiles.all where name.hasSuffix(".js") {
            for match in String(decoding: bytes, as: UTF8.self).matches(of: /(?:from|import\() ?'(\.[^']+)'/) {
                #expect(WebFiles.all[WebFiles.path(String(match.1), from: name)] != nil, "\(name) imports \(match.1)")
            }
        }
    }

    @Test func `every page fits the budget of a first page, in the longest language`() throws {
        let files = Assets().files
        func size(_ name: String) -> Int { files[name].map { $0.compressed?.count ?? $0.bytes.count } ?? 0 }
        let shell = WebFiles.modules(of: "index.js")
        for page in files.keys where page.hasPrefix("pages/") {
            let modules = WebFiles.modules(of: page)
            let own = modules.subtracting(shell).map(size).reduce(0, +)
            // The topics of the settings are loaded with their page. Its sentences come beside, and are counted below.
            #expect(own < (page.hasPrefix("pages/settings") ? 30_000 : 15_000), "\(page)")
            let texts = TextTables.languages.map { TextTables.loaded(with: page, in: $0).map(size).reduce(0, +) }
            let longest = try #require(texts.max())
            let all = modules.union(shell).union(["app.css", "icons.svg", "mark.svg"]).map(size).reduce(longest, +)
            #expect(all < 100_000, "\(page) as a first page")
        }
    }

    @Test func `a table of sentences has at most nine kilobytes`() throws {
        for (name, file) in Assets().files where name.hasPrefix("text/") {
            #expect((file.compressed?.count ?? file.bytes.count) <= 9_000, "\(name)")
        }
    }

    @Test func `no file has more than 300 lines, and none makes markup of text`() {
        for (name, bytes) in WebFiles.all where name.hasSuffix(".js") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 300, "\(name)")
            let sinks = text.matches(of: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/)
            #expect(sinks.count == (name == "lib/html.js" ? 1 : 0), "\(name)")
        }
    }
}
