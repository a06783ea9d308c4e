import Foundation
import HearthAnalyticsCompat
import HearthCrashCompat
import HearthFirebaseCompat
import HearthFirebaseCore
import HearthFirestoreCompat
import HearthFunctionsCompat
import Testing

/// The code of the catalogues with Firebase's names.
///
/// It is compiled, and not run: it speaks to the app of the process. The modules' own tests run such code.
private enum CompatCatalogues {
    struct CartError: Error {}

    struct Order: Codable {
        @DocumentID var id: String?
        var title: String
    }

    static func configuring() {
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.projectID = "demo-shop"
        FirebaseApp.configure(options: options)
    }

    static func signingIn() {
        Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
        Auth.auth().signIn(withEmail: "eve@example.com", password: "correct horse") { result, error in
            print(result?.user.uid ?? "", error?.localizedDescription ?? "")
        }
    }

    static func listening(show: @escaping @MainActor @Sendable ([Order]) -> Void) -> ListenerRegistration {
        let orders = Firestore.firestore().collection("orders")
        let registration = orders.addSnapshotListener { snapshot, _ in
            show(snapshot?.documents.compactMap { try? $0.data(as: Order.self) } ?? [])
        }
        return registration
    }

    static func calling() async throws {
        let result = try await Functions.functions().httpsCallable("processPayment").call(["orderId": "A1"])
        let receipt = result.data as? [String: Any]
        print(receipt?["transactionId"] ?? "")
    }

    static func counting() {
        Analytics.logEvent(AnalyticsEventSearch, parameters: [AnalyticsParameterSearchTerm: "tea"])
        Analytics.setUserProperty("gold", forName: "tier")
    }

    static func reporting(_ error: CartError) {
        Crashlytics.crashlytics().setCustomValue("Cart", forKey: "screen")
        Crashlytics.crashlytics().record(error: error)
    }
}
