public import HearthFirestoreCompat
public import Orders

/// The same data source, as it is written for FirebaseFirestore: the import is all that differs.
public final class FirebaseShopDataSource: ShopDataSource {
    private let db: Firestore

    /// Works on the default app's database, or on another one.
    public init(_ db: Firestore = Firestore.firestore()) {
        self.db = db
    }

    /// A profile, now and each time it changes; `nil` while there is none.
    public func observeProfile(_ userID: String) -> AsyncThrowingStream<ProfileDTO?, any Error> {
        AsyncThrowingStream { continuation in
            let listener = db.collection("users").document(userID)
                .addSnapshotListener { snapshot, error in
                    if let error {
                        continuation.finish(throwing: Self.shopError(error))
                        return
                    }
                    do {
                        continuation.yield(try snapshot?.data(as: ProfileDTO?.self))
                    } catch {
                        continuation.finish(throwing: ShopError.other("\(error)"))
                    }
                }
            continuation.onTermination = { _ in listener.remove() }
        }
    }

    /// Changes fields of a profile.
    public func updateProfile(_ userID: String, name: String?, city: String?) async throws {
        var data: [String: Any] = [:]
        data["name"] = name
        data["city"] = city
        do {
            try await db.collection("users").document(userID).updateData(data)
        } catch {
            throw Self.shopError(error)
        }
    }

    /// All orders.
    public func fetchOrders(_ userID: String) async throws -> [OrderDTO] {
        do {
            let snapshot = try await db.collection("users").document(userID).collection("orders")
                .order(by: "title")
                .getDocuments()
            return try snapshot.documents.compactMap { document in try document.data(as: OrderDTO.self) }
        } catch {
            throw Self.shopError(error)
        }
    }

    /// All orders, now and each time they change.
    public func observeOrders(_ userID: String) -> AsyncThrowingStream<[OrderDTO], any Error> {
        AsyncThrowingStream { continuation in
            let listener = db.collection("users").document(userID).collection("orders")
                .order(by: "title")
                .addSnapshotListener { snapshot, error in
                    if let error {
                        continuation.finish(throwing: Self.shopError(error))
                        return
                    }
                    guard let snapshot else { return }
                    do {
                        continuation.yield(try snapshot.documents.map { try $0.data(as: OrderDTO.self) })
                    } catch {
                        continuation.finish(throwing: ShopError.other("\(error)"))
                    }
                }
            continuation.onTermination = { _ in listener.remove() }
        }
    }

    /// Stores an order.
    public func createOrder(_ order: OrderDTO, for userID: String) async throws -> String {
        do {
            // `addDocument(from:)` waits for no answer of the server.
            return try await db.collection("users").document(userID).collection("orders")
                .addDocument(data: Firestore.Encoder().encode(order)).documentID
        } catch {
            throw Self.shopError(error)
        }
    }
}
