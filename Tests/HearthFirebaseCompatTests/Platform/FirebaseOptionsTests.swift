import Foundation
import HearthAuth
import Testing

@testable import HearthFirebaseCompat

@Suite("The options of an app")
struct FirebaseOptionsTests {
    @Test func `a property list is read`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID()).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        let info = ["API_KEY": "key", "PROJECT_ID": "shop", "GOOGLE_APP_ID": "1:2:ios:3", "CLIENT_ID": "client"]
        try PropertyListEncoder().encode(info).write(to: file)
        let options = try #require(FirebaseOptions(contentsOfFile: file.path(percentEncoded: false)))
        #expect(options.apiKey == "key" && options.projectID == "shop" && options.googleAppID == "1:2:ios:3")
        #expect(options.clientID == "client" && options.gcmSenderID.isEmpty)
        #expect(FirebaseOptions(contentsOfFile: file.path() + ".missing") == nil)
    }

    @Test func `what is set is kept`() {
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        options.apiKey = "key"
        options.projectID = "shop"
        options.clientID = "client"
        options.bundleID = "com.example.shop"
        options.storageBucket = "bucket"
        options.databaseURL = "https://shop.example.com"
        options.googleAppID = "4"
        options.gcmSenderID = "5"
        #expect(options.apiKey == "key" && options.projectID == "shop" && options.clientID == "client")
        #expect(options.bundleID == "com.example.shop" && options.storageBucket == "bucket")
        #expect(options.databaseURL == "https://shop.example.com")
        #expect(options.googleAppID == "4" && options.gcmSenderID == "5")
    }

    @Test(
        arguments: [
            (["FIREBASE_API_KEY": "key", "GCLOUD_PROJECT": "shop"], "https://identitytoolkit.googleapis.com", "key"),
            (
                ["FIREBASE_AUTH_EMULATOR_HOST": "localhost:9099", "GCLOUD_PROJECT": "demo-shop"],
                "http://localhost:9099/identitytoolkit.googleapis.com", "demo-shop"
            ),
            (
                ["FIREBASE_AUTH_EMULATOR_HOST": "[::1]:9099", "FIREBASE_API_KEY": "key"],
                "http://[::1]:9099/identitytoolkit.googleapis.com", "key"
            ),
        ] as [([String: String], String, String)]
    )
    func `the environment names a project or an emulator`(
        environment: [String: String],
        identity: String,
        apiKey: String
    ) throws {
        let options = try #require(FirebaseOptions(environment: environment))
        guard case .configuration(let configuration) = options.source else {
            Issue.record("no configuration")
            return
        }
        #expect(configuration.identity == identity && configuration.apiKey == apiKey)
    }

    @Test func `an environment that says nothing is no options`() {
        #expect(FirebaseOptions(environment: ["GCLOUD_PROJECT": "shop"]) == nil)
    }
}
