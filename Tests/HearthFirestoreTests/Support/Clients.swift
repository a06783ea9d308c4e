import HearthCore
import HearthFirestore
import HearthHTTP
import HearthTesting

extension TestBackend {
    /// A client of this backend's Firestore.
    func client(
        _ credentials: any CallCredentials = FixedCredentials.emulatorOwner,
        transport: (any HTTPTransport)? = nil,
        clock: FirestoreClock = .system
    ) -> Firestore {
        Firestore(
            projectID: project.rawValue,
            credentials: credentials,
            settings: .emulator(),
            transport: transport ?? self.transport,
            clock: clock
        )
    }
}

/// The code of the error that something throws.
func code(_ work: () async throws -> Void) async -> FirestoreError.Code? {
    do {
        try await work()
        return nil
    } catch {
        return (error as? FirestoreError)?.code
    }
}
