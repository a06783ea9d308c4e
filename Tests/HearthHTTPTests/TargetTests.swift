import HearthCore
import Testing

@testable import HearthHTTP

@Suite("The target of a request")
struct TargetTests {
    // What one reader takes for a mark, another one must not take for a letter.
    @Test(
        arguments: [
            ("/a?b?c=d", "/a", ["b?c": "d"]), ("/a#b?c=d", "/a#b", ["c": "d"]),
            ("/a\u{301}?x=1", "/a\u{301}", ["x": "1"]),
            ("/a?\u{301}=1", "/a", ["\u{301}": "1"]), ("/%3F?x=%3F", "/%3F", ["x": "?"]), ("?", "", [:]), ("", "", [:]),
            ("/a;b=c?d;e=f", "/a;b=c", ["d;e": "f"]), ("//host/path?x", "//host/path", ["x": ""]),
            ("http://h/p?x=1", "http://h/p", ["x": "1"]), ("/a?x=1#f", "/a", ["x": "1#f"]),
        ] as [(String, String, FormParameters)]
    )
    func `is cut at the first question mark, byte by byte`(_ target: String, _ path: String, _ query: FormParameters) {
        for (foundPath, foundQuery) in [
            (HTTPRequest(.get, target: target).path, HTTPRequest(.get, target: target).query),
            (HTTPRequestHead(.get, target: target).path, HTTPRequestHead(.get, target: target).query),
        ] {
            #expect(Array(foundPath.utf8) == Array(path.utf8))
            #expect(foundQuery == query)
        }
    }

    @Test(
        arguments: [
            ("/a\u{301}/b", ["a\u{301}", "b"]), ("/\u{301}/b", ["\u{301}", "b"]), ("a/b", ["a/b"]),
            ("///", ["", "", ""]),
            ("/.//..", [".", "", ".."]), ("/a%2F..%2Fb", ["a%2F..%2Fb"]), ("/a\\b", ["a\\b"]),
            ("/a\0b/", ["a\0b", ""]),
        ]
    )
    func `has the segments that its bytes have`(_ target: String, _ segments: [String]) {
        let found = HTTPRequest(.get, target: target).pathSegments
        #expect(found.map { Array($0.utf8) } == segments.map { Array($0.utf8) })
        // Joined again they are the path.
        if target.hasPrefix("/") || target.utf8.first == UInt8(ascii: "/") {
            #expect(Array(("/" + found.joined(separator: "/")).utf8) == Array(target.utf8))
        }
    }

    @Test func `of random bytes is taken apart without a loss`() {
        var state: UInt64 = 9110
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let pieces = ["/", "?", "&", "=", "%", "%2", "%2F", "a", "é", "\u{301}", "+", ".", "..", "#", "\0", "😀"]
        for _ in 0..<3000 {
            let target = "/" + (0..<below(20)).map { _ in pieces[below(pieces.count)] }.joined()
            let request = HTTPRequest(.get, target: target)
            let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.utf8.endIndex
            #expect(Array(request.path.utf8) == Array(target.utf8[..<mark]))
            #expect(request.pathSegments.count == request.path.utf8.count { $0 == UInt8(ascii: "/") })
            // A part without & has a name and a value at the most.
            let parts = target.utf8[mark...].dropFirst().split(separator: UInt8(ascii: "&"))
            #expect(request.query.all.count <= parts.count)
        }
    }

    @Test func `of a method is told apart by case`() {
        #expect(HTTPMethod(rawValue: "get") != .get)
        #expect(
            [HTTPMethod.get, .head, .post, .put, .patch, .delete, .options].map(\.description)
                == ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        )
        #expect(HTTPMethod(rawValue: "PROPFIND").rawValue == "PROPFIND")
    }

    @Test func `comes with a body that may be a form`() throws {
        let request = HTTPRequest(.post, target: "/", body: Array("a=1&b=%FF".utf8))
        #expect(throws: FormError(.notUTF8)) { try request.form() }
        #expect(throws: FormError(.tooManyParameters)) { try request.form(limit: 0) }
        #expect(try HTTPRequest(.post, target: "/").form().all.isEmpty)
        #expect(HTTPRequestHead(.get, target: "/").contentLength == 0)
        #expect(HTTPRequestHead(.post, target: "/", contentLength: nil).contentLength == nil)
    }
}

@Suite("Fields, beside a list")
struct FieldsModelTests {
    @Test func `have the same names and values after random changes`() {
        var state: UInt64 = 5322
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let names = ["Accept", "accept", "ACCEPT", "Host", "hOST", "X-\u{212A}", "x-k", "", "É", "é"]
        // Names that differ in the case of ASCII letters alone are one.
        let keys = ["accept", "accept", "accept", "host", "host", "x-\u{212A}", "x-k", "", "É", "é"]
        for _ in 0..<100 {
            var fields = HTTPFields()
            var model: [(key: String, name: String, value: String)] = []
            for step in 0..<40 {
                let index = below(names.count)
                let (name, key) = (names[index], keys[index])
                let value = "\(step)"
                switch below(4) {
                case 0, 1:
                    fields.append(name, value)
                    model.append((key, name, value))
                case 2:
                    fields[name] = value
                    model.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
                    model.append((key, name, value))
                default:
                    fields[name] = nil
                    model.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
                }
                #expect(fields.all.map(\.value) == model.map(\.value))
                let expected = model.filter { $0.key.utf8.elementsEqual(key.utf8) }.map(\.value)
                #expect(fields.values(of: name) == expected && fields[name] == expected.first)
            }
            #expect(fields.all.map { Array($0.name.utf8) } == model.map { Array($0.name.utf8) })
        }
    }
}

@Suite("Credentials of a call")
struct CallCredentialsTests {
    @Test func `that are fixed are the same whenever they are asked for`() async {
        let credentials = FixedCredentials(token: "token")
        #expect(credentials.token(forcingRefresh: false)?.reveal() == "token")
        #expect(credentials.token(forcingRefresh: true)?.reveal() == "token")
        #expect(FixedCredentials.anonymous.token(forcingRefresh: true)?.reveal() == nil)
        #expect(FixedCredentials.emulatorOwner.token(forcingRefresh: false)?.reveal() == "owner")
        #expect(await credentials.appCheckToken(limitedUse: true)?.reveal() == nil)
        // Nothing ever changes: the stream ends without an element.
        for await change in credentials.userChanges { Issue.record("changed to \(change ?? "none")") }
        #expect("\(FixedCredentials(token: "hunter2"))".contains("hunter2") == false)
    }
}
