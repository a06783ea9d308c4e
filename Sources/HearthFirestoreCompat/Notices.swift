/// What an app's developer is told once.
enum Notices {
    private static let persistenceNotice: Void = {
        print("HearthFirestoreCompat keeps documents in memory alone: isPersistenceEnabled = true has no effect.")
    }()

    static func persistence() { persistenceNotice }
}
