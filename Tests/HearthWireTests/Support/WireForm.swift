import HearthJSON
import Testing

@testable import HearthWire

/// Holds a message against the document that travels for it, in both directions.
///
/// The message that is filled in Swift is written as exactly this document, and what is read of the document is written
/// as it again: so a member under another's name, a lost member and a number in place of text are all found.
func expectWire<Content: Message>(
    _ type: Content.Type,
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ fill: (inout Content) -> Void
) throws {
    let document = try JSON.parse(Array(json.utf8))
    #expect(try JSON.parse(JSON.encode(Content(fill))) == document, "written", sourceLocation: sourceLocation)
    let read = try JSON.decode(Content.self, from: document)
    #expect(try JSON.parse(JSON.encode(read)) == document, "read", sourceLocation: sourceLocation)
}

/// Holds a message without members against `{}`.
func expectEmptyOnTheWire<Content: Message>(
    _ type: Content.Type,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectWire(type, "{}", sourceLocation: sourceLocation) { _ in }
}

/// Reads a message from the text of a request or an answer.
func message<Content: Message>(_ type: Content.Type, _ json: String) throws -> Content {
    try JSON.decode(type, from: Array(json.utf8))
}

/// A second factor of each kind, as answers show them.
enum SampleFactors {
    static let json = """
        [{"mfaEnrollmentId": "f1", "displayName": "Work phone", "enrolledAt": "2026-11-20T12:30:45.250Z",
          "phoneInfo": "+*******0100"},
         {"mfaEnrollmentId": "f2", "displayName": "App", "enrolledAt": "2026-11-21T12:30:45.250Z", "totpInfo": {}}]
        """

    static var factors: [SecondFactorInfo] {
        [
            SecondFactorInfo {
                $0.mfaEnrollmentId = "f1"
                $0.displayName = "Work phone"
                $0.enrolledAt = "2026-11-20T12:30:45.250Z"
                $0.phoneInfo = "+*******0100"
            },
            SecondFactorInfo {
                $0.mfaEnrollmentId = "f2"
                $0.displayName = "App"
                $0.enrolledAt = "2026-11-21T12:30:45.250Z"
                $0.totpInfo = .init()
            },
        ]
    }
}
