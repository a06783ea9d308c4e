import HearthFirestoreBackend
import Testing

@Suite("Firestore on a port with other services")
struct SharedPortTests {
    @Test(arguments: [
        ("/v1/projects/p/databases/(default)/documents/a/b", true), ("/v1/projects/p/databases", true),
        ("/v1/projects//databases/x", true), ("/emulator/v1/projects/p/databases/(default)/documents", true),
        ("/google.firestore.v1.Firestore/Listen/channel", true), ("/google.firestore.v1.Firestore/Write/channel", true),
        ("/google.firestore.v1.Firestore/Read/channel", false), ("/v1/projects/p/databasesX", false),
        ("/v1/projects/p/database", false), ("/v1/projects/p", false), ("/v1//projects/p/databases", false),
        ("/projects/p/databases", false), ("/emulator/projects/p/databases", false), ("/healthz", false), ("/", false),
        ("", false), ("/emulator/v1/projects/p/accounts", false),
        ("/identitytoolkit.googleapis.com/v1/projects/p/accounts", false),
    ])
    func `has the paths of its documents and channels, and no other`(_ path: String, isOwn: Bool) {
        #expect(FirestoreBackend.owns(path: path[...]) == isOwn)
    }
}
