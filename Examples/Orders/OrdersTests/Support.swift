import HearthAuth
import HearthFirebaseCompat
import HearthFirestore
import HearthTesting
import Orders
import OrdersFirebaseStyle
import Synchronization

/// Firestore of the compatible module, under a name of its own.
import HearthFirestoreCompat

/// A backend with identity, Firestore and the example's rules, and the devices of its customers.
struct Shop {
    let backend: TestBackend

    init() async throws {
        backend = try await TestBackend()
        try await backend.setFirestoreRules(try RulesFile.source())
    }

    /// A customer on a device.
    func customer(_ email: String) async throws -> Customer {
        let auth = HearthAuth.Auth(backend)
        let user: String
        do throws(AuthError) {
            user = try await auth.createUser(withEmail: email, password: "correct horse").user.uid
        } catch {
            guard error.code == .emailAlreadyInUse else { throw error }
            user = try await auth.signIn(withEmail: email, password: "correct horse").user.uid
        }
        return Customer(id: user, auth: auth, firestore: HearthFirestore.Firestore(backend, auth: auth))
    }
}

struct Customer {
    let id: String
    let auth: HearthAuth.Auth
    let firestore: HearthFirestore.Firestore

    /// The data source in the style of its choice.
    func source(_ style: Style, _ backend: TestBackend) -> any ShopDataSource {
        switch style {
        case .hearth: return FirestoreShopDataSource(firestore)
        case .firebase:
            let name = "app-\(Self.next())"
            FirebaseApp.configure(name: name, client: auth)
            let firestore = FirebaseApp.app(name: name).map { HearthFirestoreCompat.Firestore.firestore(app: $0) }
            let database = firestore ?? HearthFirestoreCompat.Firestore.firestore()
            database.use(backend.transport)
            let settings = database.settings
            settings.host = "127.0.0.1:8080"
            settings.isSSLEnabled = false
            settings.isPersistenceEnabled = false
            database.settings = settings
            return FirebaseShopDataSource(database)
        }
    }

    private static let counter = Mutex(0)

    private static func next() -> Int {
        counter.withLock { count in
            count += 1
            return count
        }
    }
}

/// How the data layer is written.
enum Style: CaseIterable {
    case hearth
    case firebase
}

/// The first element for which something holds.
func first<Element: Sendable>(
    of stream: AsyncThrowingStream<Element, any Error>,
    where isWanted: (Element) -> Bool
) async throws -> Element? {
    for try await element in stream where isWanted(element) { return element }
    return nil
}
