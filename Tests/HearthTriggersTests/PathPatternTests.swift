import HearthCore
import HearthJSON
import HearthTriggers
import Testing

@Suite("Patterns of paths")
struct PathPatternTests {
    @Test(
        arguments: [
            ("users/{user}", "users/a", ["user": "a"]), ("users/{user}", "users/a/orders/b", nil),
            ("users/a", "users/a", [:]), ("users/a", "users/b", nil),
            ("users/{u}/orders/{o}", "users/a/orders/b", ["u": "a", "o": "b"]),
            ("users/{rest=**}", "users/a/orders/b", ["rest": "a/orders/b"]),
            ("{all=**}", "x/y", ["all": "x/y"]), ("{c}/{d=*}", "x/y", ["c": "x", "d": "y"]),
            ("users/*", "users/a", [:]), ("users/u*", "users/una", [:]), ("users/u*", "users/ana", nil),
            ("**/orders/{o}", "users/a/orders/b", ["o": "b"]), ("users/a*b*c", "users/aXbYc", [:]),
            ("users/a*b*c", "users/ac", nil),
        ] as [(String, String, [String: String]?)]
    )
    func `a pattern tells which paths it means, and what its names stand for`(
        _ text: String,
        _ path: String,
        _ params: [String: String]?
    ) throws {
        #expect(try PathPattern(text).match(path) == params)
    }

    @Test(arguments: ["", "/users/a", "users//a/b", "users/{}", "users/{a}/b/{a}", "**/x/**/y", "users/{a=b}", "u/{a"])
    func `what is no pattern is refused`(_ text: String) {
        #expect(throws: PathPattern.Malformed.self) { try PathPattern(text) }
    }

    @Test func `a declaration and an event mean the same in another process`() throws {
        let declaration = TriggerDeclaration(
            function: "log",
            kinds: ["b", "a"],
            subjects: try PathPattern("demo/(default)/users/{u}"),
            retryFor: .milliseconds(1500)
        )
        #expect(TriggerDeclaration(declaration.json) == declaration)
        let manifest = FunctionsManifest(
            triggers: [declaration],
            blocking: ["beforeCreate": "/demo/us-central1/check"],
            callable: ["/demo/us-central1/pay"],
            scheduled: ["tidy"]
        )
        #expect(FunctionsManifest(manifest.json) == manifest)
        let event = TriggerEvent(
            id: "1",
            kind: "a",
            subject: "s",
            time: .init(milliseconds: 1_800_000_000_123),
            payload: Array(#"{"large":9223372036854775807}"#.utf8),
            hops: 3
        )
        #expect(TriggerEvent(event.json) == event)
        for hops in [Int64.max, .min, -1] {
            var counted = event.json
            counted["hops"] = .integer(hops)
            #expect(TriggerEvent(counted) == nil)
        }
        #expect(TriggerEvent(["id": "1"]) == nil && TriggerDeclaration(["function": "f"]) == nil)
        #expect(FunctionsManifest([:]) == nil)
    }
}
