import Testing

@testable import HearthBackend

@Suite("Names of members")
struct MemberNameTests {
    // The right column is what the official emulator's library makes of the left one, but for the last three.
    @Test(
        arguments: [
            ("photoUrl", "photoUrl"), ("photo_url", "photoUrl"), ("photoURL", "photoUrl"), ("PhotoUrl", "photoUrl"),
            ("photo-url", "photoUrl"), ("localID", "localId"), ("IDToken", "idToken"), ("disable_User", "disableUser"),
            ("targetProjectID", "targetProjectId"), ("HTMLBody", "htmlBody"), ("_email", "email"),
            ("x509Certificate", "x509Certificate"), ("returnOOBLink", "returnOobLink"), ("Email", "email"),
            ("iOSBundleId", "iOSBundleId"), ("clientDataJSON", "clientDataJSON"), ("+1555_5550100", "+1555_5550100"),
            ("_", "_"), ("", ""),
        ]
    )
    func `are spelled in camel case`(_ name: String, _ regular: String) {
        #expect(MemberName.regular(name) == regular)
    }
}
