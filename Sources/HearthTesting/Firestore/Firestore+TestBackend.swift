public import HearthAuth
internal import HearthCore
public import HearthFirestore

extension Firestore {
    /// A Firestore client of a test's backend.
    ///
    /// Several clients of one backend are several devices.
    ///
    /// - Parameters:
    ///   - backend: The backend.
    ///   - auth: Who is signed in, usually another client of the same backend. Defaults to no user.
    public convenience init(_ backend: TestBackend, auth: Auth? = nil) {
        self.init(
            projectID: backend.project.rawValue,
            credentials: auth.map { AuthCredentials($0) } ?? FixedCredentials.anonymous,
            settings: .emulator(),
            transport: backend.transport
        )
    }
}
