public import HearthFirestore

/// Reads and writes the documents of `users/{user}` and `users/{user}/orders`.
public struct FirestoreShopDataSource: ShopDataSource {
    private let firestore: Firestore

    /// Works on a database.
    public init(_ firestore: Firestore) {
        self.firestore = firestore
    }

    private func profile(_ userID: String) -> DocumentReference {
        firestore.collection("users").document(userID)
    }

    private func orders(_ userID: String) -> CollectionReference {
        profile(userID).collection("orders")
    }

    /// A profile, now and each time it changes; `nil` while there is none.
    public func observeProfile(_ userID: String) -> AsyncThrowingStream<ProfileDTO?, any Error> {
        stream(profile(userID).snapshots(as: ProfileDTO?.self))
    }

    /// Changes fields of a profile.
    public func updateProfile(_ userID: String, name: String?, city: String?) async throws {
        var fields: [String: any FirestoreConvertible] = [:]
        fields["name"] = name
        fields["city"] = city
        do { try await profile(userID).updateData(fields) } catch { throw ShopError(error) }
    }

    /// All orders.
    public func fetchOrders(_ userID: String) async throws -> [OrderDTO] {
        do {
            return try await orders(userID).order(by: "title").getDocuments(as: OrderDTO.self)
        } catch {
            throw ShopError(error)
        }
    }

    /// All orders, now and each time they change.
    public func observeOrders(_ userID: String) -> AsyncThrowingStream<[OrderDTO], any Error> {
        stream(orders(userID).order(by: "title").snapshots(as: OrderDTO.self))
    }

    /// Stores an order.
    public func createOrder(_ order: OrderDTO, for userID: String) async throws -> String {
        do {
            return try await orders(userID).addDocument(from: order).documentID
        } catch {
            throw ShopError(error)
        }
    }

    /// The elements of a sequence, with the app's own errors.
    private func stream<Snapshots: AsyncSequence & Sendable>(
        _ snapshots: Snapshots
    ) -> AsyncThrowingStream<Snapshots.Element, any Error> where Snapshots.Element: Sendable {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await element in snapshots { continuation.yield(element) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: ShopError(error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension ShopError {
    /// What one of Firestore's errors means to this app.
    init(_ error: any Error) {
        guard let error = error as? FirestoreError else {
            self = .other("\(error)")
            return
        }
        switch error.code {
        case .permissionDenied, .unauthenticated: self = .notAllowed
        case .unavailable, .deadlineExceeded: self = .offline
        case .notFound: self = .noProfile
        default: self = .other(error.message)
        }
    }
}
