import HearthFirestore
import Testing

struct PlaceTests {
    let firestore = Firestore(projectID: "demo-test")

    @Test func `paths lead to collections and documents`() {
        let orders = firestore.collection("users").document("ada").collection("orders")
        #expect(orders.path == "users/ada/orders")
        #expect(orders == firestore.collection("users/ada/orders"))
        #expect(orders.parent == firestore.document("users/ada"))
    }
}
