import HearthAuth
import HearthFirestore
import Orders

/// A shop in the terminal: run it in two windows, and each shows what the other one orders.
///
/// `orders EMAIL PASSWORD [PROJECT]` signs in at the emulators that the environment names, or at `hearth serve` on this
/// machine with its ports 9099 and 8080.
@main
struct Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2 || arguments.count == 3, let email = arguments.first else {
            Terminal.show("usage: orders EMAIL PASSWORD [PROJECT]")
            return
        }
        let password = arguments[arguments.startIndex + 1]
        let project = arguments.count == 3 ? arguments[arguments.startIndex + 2] : "demo-orders"
        let auth = Auth(Servers.identity(of: project), storage: InMemorySessionStorage())
        do {
            let user = try await signIn(auth, email, password)
            let firestore = Firestore(auth: auth, settings: Servers.firestore)
            let shop = ShopUseCase(
                shop: StoredShopRepository(FirestoreShopDataSource(firestore)),
                userID: user
            )
            await show(OrdersModel(shop))
        } catch {
            Terminal.show("You could not be signed in: \(error.userMessage)")
        }
    }

    private static func signIn(_ auth: Auth, _ email: String, _ password: String) async throws(AuthError) -> String {
        do throws(AuthError) {
            return try await auth.createUser(withEmail: email, password: password).user.uid
        } catch {
            guard error.code == .emailAlreadyInUse else { throw error }
            return try await auth.signIn(withEmail: email, password: password).user.uid
        }
    }

    @MainActor
    private static func show(_ model: OrdersModel) async {
        Terminal.show("Type what you want to order, one line each. An empty line ends.")
        let list = Task { await Screen(model).run() }
        let updates = Task { await model.run() }
        let lines = AsyncStream<String> { continuation in
            Task.detached {
                while let line = readLine(), !line.isEmpty { continuation.yield(line) }
                continuation.finish()
            }
        }
        for await line in lines {
            await model.order(line, count: 1)
            if let error = model.error { Terminal.show("! \(error)") }
        }
        updates.cancel()
        list.cancel()
    }
}
