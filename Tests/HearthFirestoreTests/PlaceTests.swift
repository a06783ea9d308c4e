import HearthFirestore
import Testing

struct PlaceTests {
    let firestore = Firestore(projectID: "demo-test")

    @Test func `paths lead to collections and documents`() {
        let orders = firestore.collection("users").document("ada").collection("orders")
        #expect(orders.path == "users/ada/orders")
        #expect(orders == firestore.collection("users/ada/orders"))
        #expect(orders.parent == firestore.document("users/ada"))
        #expect(orders.parent?.parent.parent == nil)
        #expect(orders.document().documentID.count == 20)
    }

    @Test(arguments: ["", "users/ada", "users//orders", "a/b/__reserved__", "."])
    func `a wrong path of a collection is told by the calls on it`(path: String) async {
        let code = await code { _ = try await firestore.collection(path).getDocuments() }
        #expect(code == .invalidArgument)
    }

    @Test(arguments: ["", "users", "users/ada/orders", "users/.."])
    func `a wrong path of a document is told by the calls on it`(path: String) async {
        let code = await code { try await firestore.document(path).setData(["a": 1]) }
        #expect(code == .invalidArgument)
    }

    @Test func `a client without a project refuses every call`() async {
        let code = await code { _ = try await Firestore(projectID: "").document("a/b").getDocument() }
        #expect(code == .invalidArgument)
    }

    @Test func `another database's documents are refused`() async {
        let other = Firestore(projectID: "demo-other").document("a/b")
        let code = await code { try await firestore.batch().deleteDocument(other).commit() }
        #expect(code == .invalidArgument)
    }
}
