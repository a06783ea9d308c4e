public import HearthAuth
internal import HearthCore
public import HearthFirestore
public import HearthHTTP

extension Firestore {
    /// A Firestore client of a test's backend.
    ///
    /// Several clients of one backend are several devices.
    ///
    /// - Parameters:
    ///   - backend: The backend.
    ///   - auth: Who is signed in, usually another client of the same backend. Defaults to no user.
    ///   - transport: What carries the requests to the backend, for example a ``FaultyTransport``. Defaults to the
    ///     backend's own.
    public convenience init(_ backend: TestBackend, auth: Auth? = nil, transport: (any HTTPTransport)? = nil) {
        self.init(
            projectID: backend.project.rawValue,
            credentials: auth ?? FixedCredentials.anonymous as any CallCredentials,
            settings: .emulator(),
            transport: transport ?? backend.transport
        )
    }
}
