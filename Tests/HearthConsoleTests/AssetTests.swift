import HearthHTTP
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
