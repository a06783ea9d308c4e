import HearthCore
import HearthJSON
import Testing

@testable import HearthConsole

@Suite struct FlowGrouperTests {
    private static func step(
        _ number: Int,
        _ operation: String?,
        at second: Int64,
        _ keys: Set<String>,
        _ outcome: FlowOutcome?,
        opening: Bool = true
    ) -> FlowStep {
        let start = UnixTime(seconds: 1_000_000 + second)
        return FlowStep(
            number: number,
            operation: operation,
            start: start,
            end: start + .milliseconds(20),
            outcome: outcome,
            isOpening: opening,
            keys: keys,
            person: keys.first { $0.hasPrefix("person:") },
            client: nil
        )
    }

    private static let ada: Set<String> = ["person:ada@example.com", "user:1"]
    private static let wrong = FlowOutcome("Wrong password or address", .refused)
    private static let right = FlowOutcome("Signed in with a password", .done)

    @Test func `wrong tries and the right one are one flow`() {
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, "SignInWithPassword", at: 0, ["person:ada@example.com"], Self.wrong))
        let second = grouper.add(Self.step(2, "SignInWithPassword", at: 5, ["person:ada@example.com"], Self.wrong))
        #expect(second?.refusals == 2)
        let third = grouper.add(Self.step(3, "SignInWithPassword", at: 9, Self.ada, Self.right))
        #expect(third?.steps == [1, 2, 3])
        #expect(third?.state == .done)
        #expect(grouper.flows.count == 1)
    }

    @Test func `a second sign-in of the same person is a flow of its own`() {
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, "SignInWithPassword", at: 0, Self.ada, Self.right))
        _ = grouper.add(Self.step(2, "LookUpAccount", at: 1, ["user:1"], nil, opening: false))
        _ = grouper.add(Self.step(3, "SignInWithPassword", at: 2, Self.ada, Self.right))
        #expect(grouper.flows.map(\.steps) == [[1, 2], [3]])
    }

    @Test func `a message stands beside the request that sent it, and its code ties the answer to it`() {
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, "SignInWithPassword", at: 0, Self.ada, Self.right))
        #expect(grouper.add(Self.step(2, nil, at: 60, ["person:ada@example.com", "secret:code"], nil)) == nil)
        let sent = grouper.add(
            Self.step(
                3,
                "SendCode",
                at: 60,
                ["person:ada@example.com"],
                FlowOutcome("Asked for a new password", .waiting)
            )
        )
        #expect(sent?.steps == [3, 2])
        let reset = grouper.add(
            Self.step(
                4,
                "ResetPassword",
                at: 90,
                ["secret:code"],
                FlowOutcome("Set a new password", .done),
                opening: false
            )
        )
        #expect(reset?.steps == [3, 2, 4])
        #expect(sent?.used.isEmpty == true)
        #expect(reset?.used == [2: UnixTime(seconds: 1_000_090) + .milliseconds(20)])
        #expect(grouper.flows.map(\.steps) == [[1], [3, 2, 4]])
    }

    @Test func `a mail to the address that an account had before stands in the flow that changed it`() {
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, nil, at: 0, ["person:old@example.com", "secret:undo"], nil))
        let changed = FlowOutcome("Changed the account", .done)
        let flow = grouper.add(Self.step(2, "UpdateAccount", at: 0, ["user:1"], changed, opening: false))
        #expect(flow?.steps == [2, 1])
        let undone = FlowOutcome("Confirmed the address", .done)
        let next = grouper.add(Self.step(3, "UpdateAccount", at: 60, ["secret:undo"], undone, opening: false))
        #expect(next?.steps == [2, 1, 3])
    }

    @Test func `an event that reaches a function stands in the flow of its account, and alone without one`() {
        func delivery(_ subject: String) -> FlowStep {
            ConsoleDelivery(
                number: 7,
                function: "welcome",
                kind: "created",
                subject: subject,
                start: UnixTime(seconds: 1_000_001),
                milliseconds: 3,
                attempts: 1,
                state: "done",
                reason: nil
            ).step
        }
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, "SignUp", at: 0, Self.ada, FlowOutcome("Signed up", .done)))
        var step = delivery("projects/demo/accounts/1")
        step.number = 2
        #expect(grouper.add(step)?.steps == [1, 2])
        #expect(grouper.flows.first?.title == "Signed up")
        #expect(grouper.add(delivery("projects/demo/databases/(default)/documents/notes/one")) == nil)
        #expect(grouper.add(delivery("projects/demo/accounts/another")) == nil)
    }

    @Test func `two people's steps in any order make the same two flows`() {
        let one = [
            Self.step(1, "SignInWithPassword", at: 0, ["person:a"], Self.wrong),
            Self.step(2, "SignInWithPassword", at: 1, ["person:a", "user:a"], Self.right),
            Self.step(3, "LookUpAccount", at: 2, ["user:a"], nil, opening: false),
        ]
        let other = [
            Self.step(11, "SignUp", at: 0, ["person:b", "user:b"], FlowOutcome("Signed up", .done)),
            Self.step(
                12,
                "UpdateAccount",
                at: 1,
                ["user:b"],
                FlowOutcome("Changed the account", .done),
                opening: false
            ),
        ]
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            var (left, right) = (one[...], other[...])
            var grouper = FlowGrouper()
            while !left.isEmpty || !right.isEmpty {
                let takesLeft = right.isEmpty || (!left.isEmpty && Bool.random(using: &random))
                _ = grouper.add(takesLeft ? left.removeFirst() : right.removeFirst())
            }
            #expect(Set(grouper.flows.map(\.steps)) == [[1, 2, 3], [11, 12]])
        }
    }

    @Test func `after ten minutes a step begins anew`() {
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, "SignInWithPassword", at: 0, Self.ada, Self.wrong))
        _ = grouper.add(Self.step(2, "SignInWithPassword", at: 601, Self.ada, Self.right))
        #expect(grouper.flows.map(\.steps) == [[1], [2]])
    }

    @Test(arguments: [
        ("SignUp", "{}", #"{"idToken":"x"}"#, "Became a guest"),
        ("SignUp", #"{"email":"a"}"#, #"{"idToken":"x"}"#, "Signed up"),
        ("SignInWithPassword", "{}", #"{"mfaPendingCredential":"x"}"#, "Second factor is asked for"),
        ("SendCode", #"{"requestType":"EMAIL_SIGNIN"}"#, "{}", "Asked for a sign-in link"),
        ("ResetPassword", #"{"newPassword":"x"}"#, "{}", "Set a new password"),
        ("UpdateAccount", #"{"oobCode":"x"}"#, "{}", "Confirmed the address"),
    ])
    func `an answer says how its flow stands`(_ row: (String, String, String, String)) throws {
        let request = try #require(try JSON.parse(Array(row.1.utf8)).object)
        let response = try #require(try JSON.parse(Array(row.2.utf8)).object)
        let outcome = FlowOutcome(operation: row.0, status: 200, error: nil, request: request, response: response)
        #expect(outcome?.title == row.3)
        #expect(FlowOutcome.titles.contains(row.3))
    }

    @Test func `the flows that changed last are kept, and a forgotten one begins anew`() {
        var grouper = FlowGrouper()
        let count = 2 * FlowGrouper.limit
        for number in 1...count {
            _ = grouper.add(Self.step(number, "SignInWithPassword", at: 0, ["user:\(number)"], Self.right))
            // The first one changes all the time.
            _ = grouper.add(Self.step(0, "LookUpAccount", at: 0, ["user:1"], nil, opening: false))
        }
        let flows = grouper.flows
        #expect((FlowGrouper.limit...FlowGrouper.limit + FlowGrouper.limit / 16).contains(flows.count))
        #expect(flows.last?.id == 1 && flows.dropLast().last?.id == count)
        #expect(flows.last?.steps.count == FlowGrouper.mostSteps)
        let again = Self.step(1, "LookUpAccount", at: 1, ["user:2"], Self.right, opening: false)
        #expect(grouper.add(again)?.id == count + 1)
        let known = Self.step(1, "LookUpAccount", at: 1, ["user:\(count)"], nil, opening: false)
        #expect(grouper.add(known)?.id == count)
    }

    @Test func `a step that two flows could take goes to the one that changed last`() {
        var grouper = FlowGrouper()
        _ = grouper.add(Self.step(1, "SignInWithPassword", at: 0, ["user:1"], Self.right))
        _ = grouper.add(Self.step(2, "SignInWithPassword", at: 0, ["user:2"], Self.right))
        _ = grouper.add(Self.step(3, "LookUpAccount", at: 1, ["user:1"], nil, opening: false))
        let both = Self.step(4, "LookUpAccount", at: 2, ["user:1", "user:2"], nil, opening: false)
        #expect(grouper.add(both)?.steps == [1, 3, 4])
        #expect(grouper.flows.map(\.steps) == [[2], [1, 3, 4]])
    }
}

/// A small generator whose numbers are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
