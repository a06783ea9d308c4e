import HearthCore
import HearthFirestoreModel
import HearthJSON
import HearthTesting
import Testing

@Suite("RulesTestEnvironment")
struct RulesTestEnvironmentTests {
    private static let source = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} {
              allow get: if request.auth.uid == resource.data.owner;
              allow list: if request.auth.uid == resource.data.owner;
              allow create: if request.auth.uid == request.resource.data.owner;
              allow update: if request.auth.token.role == 'editor';
              allow delete: if request.time > timestamp.date(2100, 1, 1);
            }
          }
        }
        """

    private func environment() async throws -> RulesTestEnvironment {
        let environment = try await RulesTestEnvironment(rules: Self.source)
        try await environment.administrator.set("notes/1", ["owner": .string("ann"), "text": .string("hello")])
        return environment
    }

    @Test func `tells users, guests and administrators apart`() async throws {
        let rules = try await environment()
        let (ann, bob) = (rules.authenticated("ann"), rules.authenticated("bob"))
        let note = try await expectAllowed { try await ann.get("notes/1") }
        #expect(note?.fields == ["owner": .string("ann"), "text": .string("hello")])
        try await expectDenied { try await bob.get("notes/1") }
        try await expectDenied { try await rules.unauthenticated.get("notes/1") }
        try await expectDenied { try await ann.get("other/1") }
        let other = try await expectAllowed { try await rules.administrator.get("other/1") }
        #expect(other == nil)
    }

    @Test func `decides each kind of request by its own rule`() async throws {
        let rules = try await environment()
        let ann = rules.authenticated("ann")
        let editor = rules.authenticated("eve", claims: ["role": "editor"])
        try await expectAllowed { try await ann.create("notes/2", ["owner": .string("ann")]) }
        try await expectDenied { try await ann.create("notes/3", ["owner": .string("bob")]) }
        try await expectDenied { try await ann.update("notes/1", ["text": .string("new")]) }
        try await expectAllowed { try await editor.update("notes/1", ["text": .string("new")]) }
        let stored = try await rules.administrator.get("notes/1")
        #expect(stored?.fields == ["owner": .string("ann"), "text": .string("new")])
        var query = try ann.collection("notes")
        try await expectDenied { try await ann.find(query) }
        query.filter = .condition(Condition(FieldPath(["owner"]), .equal(.string("ann"))))
        let found = try await expectAllowed { try await ann.find(query) }
        #expect(found.map(\.name.path.id) == ["1", "2"])
    }

    @Test func `decides by the clock of the test`() async throws {
        let rules = try await environment()
        let ann = rules.authenticated("ann")
        try await expectDenied { try await ann.delete("notes/1") }
        rules.clock.advance(by: .hours(24 * 366 * 200))
        try await expectAllowed { try await ann.delete("notes/1") }
    }

    @Test func `reports a missed expectation with the line of the rules`() async throws {
        let rules = try await environment()
        let failure = await #expect(throws: RulesTestFailure.self) {
            try await expectAllowed { try await rules.authenticated("bob").get("notes/1") }
        }
        #expect(failure?.description.contains("L5") == true)
        await #expect(throws: RulesTestFailure.self) {
            try await expectDenied { try await rules.authenticated("ann").get("notes/1") }
        }
    }

    @Test func `takes an error for another reason for no denial`() async throws {
        let rules = try await environment()
        let error = await #expect(throws: FirestoreError.self) {
            try await expectDenied {
                let editor = rules.authenticated("eve", claims: ["role": "editor"])
                try await editor.create("notes/1", ["owner": .string("eve")])
            }
        }
        #expect(error?.code == .alreadyExists)
    }

    @Test func `says what no request has reached`() async throws {
        let rules = try await environment()
        #expect(try await rules.uncoveredLines() == [5, 6, 7, 8, 9])
        try await rules.authenticated("ann").get("notes/1")
        #expect(try await rules.uncoveredLines() == [6, 7, 8, 9])
        let report = try await rules.coverage()
        #expect(report["report"]?.array?.count == 5)
    }

    @Test func `clears documents, and takes new rules`() async throws {
        let rules = try await environment()
        try await rules.clear()
        #expect(try await rules.administrator.get("notes/1") == nil)
        try await rules.setRules(
            "service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read; } } }"
        )
        try await expectAllowed { try await rules.unauthenticated.get("notes/1") }
        await #expect(throws: (any Error).self) { try await rules.setRules("service cloud.firestore {") }
        try await expectAllowed { try await rules.unauthenticated.get("notes/1") }
    }

    @Test func `shows several writes to the rules together`() async throws {
        let rules = try await RulesTestEnvironment(
            rules: """
                service cloud.firestore { match /databases/{d}/documents {
                  match /a/{id} { allow write: if existsAfter(/databases/$(d)/documents/b/$(id)); }
                  match /b/{id} { allow write: if request.auth != null; }
                } }
                """
        )
        let ann = rules.authenticated("ann")
        try await expectDenied { try await ann.set("a/1", [:]) }
        try await expectAllowed {
            try await ann.commit([
                Write(try ann.name("a/1"), .update([:], mask: nil)),
                Write(try ann.name("b/1"), .update([:], mask: nil)),
            ])
        }
    }
}
