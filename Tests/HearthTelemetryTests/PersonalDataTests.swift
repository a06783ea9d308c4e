import HearthTelemetry
import Testing

@Suite("Personal data")
struct PersonalDataTests {
    @Test(
        "is found by the name of a property",
        arguments: [
            ("email", PersonalData.Kind.email), ("user_email", .email), ("userEmail", .email), ("E-Mail", .email),
            ("phone_number", .phone), ("first_name", .personName), ("name", .personName), ("ssn", .nationalID),
            ("home_address", .address), ("password_hint", .password), ("push_token", .token),
        ]
    )
    func findsNames(_ name: String, _ kind: PersonalData.Kind) {
        #expect(PersonalData.kind(ofName: name) == kind)
    }

    @Test(
        "is not seen in names that products need",
        arguments: ["screen_name", "item_name", "level_name", "plan", "emailed_count", "tokens_spent", "method"]
    )
    func leavesNames(_ name: String) {
        #expect(PersonalData.kind(ofName: name) == nil)
    }

    @Test(
        "is found by the look of a value",
        arguments: [
            ("ada@example.com", PersonalData.Kind.email), ("mail to ada.l+x@mail.example.co.uk now", .email),
            ("+49 30 1234567", .phone), ("4111 1111 1111 1111", .card),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", .token),
        ]
    )
    func findsValues(_ value: String, _ kind: PersonalData.Kind) {
        #expect(PersonalData.kind(ofValue: value) == kind)
    }

    @Test(
        "is not seen in values that products need",
        arguments: [
            "1763750000000", "2026-11-21", "T_12345", "a@b", "level 12", "@mention", "4111 1111 1111 1112", "12.5",
            "Qm7bqTzQvYc2kV1aP0sLhXo9dRw3",
        ]
    )
    func leavesValues(_ value: String) {
        #expect(PersonalData.kind(ofValue: value) == nil)
    }

    @Test func `is taken out of messages`() {
        let message = "cannot mail <ada@example.com>: token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln refused"
        #expect(PersonalData.redacted(message) == "cannot mail <‹e-mail›>: token=‹token› refused")
        #expect(PersonalData.redacted("index 12 of 10") == "index 12 of 10")
    }
}
