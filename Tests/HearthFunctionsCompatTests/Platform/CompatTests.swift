import Foundation
import HearthAuth
import HearthFirebaseCompat
import HearthFunctionsCompat
import HearthFunctionsHost
import HearthJSON
import HearthTesting
import Testing

/// The calls that an app makes that was written for FirebaseFunctions: only the import is another one.
private final class CloudFunctions: Sendable {
    private let functions: HearthFunctionsCompat.Functions

    init(_ functions: HearthFunctionsCompat.Functions) { self.functions = functions }

    func echo(_ data: [String: Any]) async throws -> [String: Any]? {
        let result = try await functions.httpsCallable("echo").call(data)
        return result.data as? [String: Any]
    }

    func echoed(_ data: Data) async throws -> Data {
        let object = try JSONSerialization.jsonObject(with: data)
        let result = try await functions.httpsCallable("echo").call(object)
        return try JSONSerialization.data(withJSONObject: result.data, options: [.sortedKeys])
    }

    func fail(_ code: Int) async -> NSError? {
        do {
            try await functions.httpsCallable("fail").call(["code": code])
            return nil
        } catch let error as NSError {
            return error
        }
    }
}

@Suite("FirebaseFunctions' names")
struct CompatTests {
    private typealias Functions = HearthFunctionsCompat.Functions

    private func functions(_ name: String) async throws -> Functions {
        let backend = try await TestBackend()
        let auth = HearthAuth.Auth(backend)
        try await auth.signInAnonymously()
        FirebaseApp.configure(name: name, client: auth)
        let app = try #require(FirebaseApp.app(name: name))
        let host = try backend.functions.host
        try host.onCall("echo") { (call: Call<JSONValue>) in call.data }
        try host.onCall("who") { (call: Call<Empty>) in call.auth?.uid ?? "" }
        try host.onCall("fail") { (call: Call<[String: Int]>) -> Empty in
            let code = HearthFunctionsHost.FunctionsErrorCode(rawValue: call.data["code"] ?? 2) ?? .unknown
            throw HTTPSError(code, "because", details: ["n": 1])
        }
        Functions.configure(client: try backend.functions.client(auth), app: app)
        return Functions.functions(app: app)
    }

    @Test func `dictionaries go there and back with their types`() async throws {
        let calls = CloudFunctions(try await functions("functions-types"))
        let data: [String: Any] = [
            "amount": 12.5, "count": 3, "flag": true, "text": "é", "none": NSNull(), "list": [1, 2],
            "nested": ["a": ["b": false]], "optional": Optional(7) as Any,
        ]
        let answer = try #require(try await calls.echo(data))
        #expect(answer["amount"] as? Double == 12.5)
        #expect(answer["count"] as? Int == 3 && answer["optional"] as? Int == 7)
        #expect(answer["flag"] as? Bool == true && answer["text"] as? String == "é")
        #expect(answer["none"] is NSNull && (answer["list"] as? [Int]) == [1, 2])
        let nested = answer["nested"] as? [String: [String: Bool]]
        #expect(nested == ["a": ["b": false]])
    }

    @Test func `what JSONSerialization reads goes there and back`() async throws {
        let calls = CloudFunctions(try await functions("functions-json"))
        let text = #"{"a":[1,2.5,true,false,null,"x"],"b":{"c":9007199254740993},"d":0,"e":1}"#
        #expect(String(decoding: try await calls.echoed(Data(text.utf8)), as: UTF8.self) == text)
    }

    /// FirebaseFunctions' numbers; of an internal error it passes nothing on.
    @Test(arguments: 1...16)
    func `each error has its number, its message and its details`(_ code: Int) async throws {
        let calls = CloudFunctions(try await functions("functions-error-\(code)"))
        let error = try #require(await calls.fail(code))
        #expect(error.domain == "com.firebase.functions" && error.domain == FunctionsErrorDomain)
        #expect(error.code == code)
        let isInternal = code == 13
        #expect(error.localizedDescription == (isInternal ? "INTERNAL" : "because"))
        #expect((error.userInfo[FunctionsErrorDetailsKey] as? [String: Int]) == (isInternal ? nil : ["n": 1]))
    }

    @Test func `a date is refused before anything is sent`() async throws {
        let calls = CloudFunctions(try await functions("functions-date"))
        do {
            _ = try await calls.echo(["when": Date()])
            Issue.record("sent")
        } catch let error as NSError {
            #expect(error.domain == FunctionsErrorDomain && error.code == 3)
        }
    }

    @MainActor @Test func `a completion handler gets the answer on the main actor`() async throws {
        let functions = try await functions("functions-handler")
        let uid = await withCheckedContinuation { done in
            functions.httpsCallable("who").call { result, error in
                MainActor.assertIsolated()
                #expect(error == nil)
                done.resume(returning: result?.data as? String ?? "")
            }
        }
        #expect(!uid.isEmpty)
        let code = await withCheckedContinuation { done in
            functions.httpsCallable("fail").call(["code": 5]) { result, error in
                #expect(result == nil)
                done.resume(returning: (error as NSError?)?.code ?? 0)
            }
        }
        #expect(code == 5)
    }

    @Test func `a function with types is called like a function`() async throws {
        let functions = try await functions("functions-typed")
        var echo: HearthFunctionsCompat.Callable<[Int], [Int]> = functions.httpsCallable("echo")
        echo.timeoutInterval = 5
        #expect(echo.timeoutInterval == 5)
        #expect(try await echo([1, 2]) == [1, 2])
        #expect(try await echo.call([]) == [])
    }

    @Test func `an app has one object for a region`() throws {
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        options.apiKey = "key"
        options.projectID = "shop"
        FirebaseApp.configure(name: "functions-regions", options: options)
        let app = try #require(FirebaseApp.app(name: "functions-regions"))
        #expect(Functions.functions(app: app) === Functions.functions(app: app, region: "us-central1"))
        #expect(Functions.functions(app: app) !== Functions.functions(app: app, region: "europe-west1"))
        #expect(Functions.functions(app: app, customDomain: "https://a.b") !== Functions.functions(app: app))
    }

    @Test func `a function that cannot be reached is an error of the network`() async throws {
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        options.projectID = "shop"
        FirebaseApp.configure(name: "functions-offline", options: options)
        let functions = Functions.functions(app: try #require(FirebaseApp.app(name: "functions-offline")))
        // Port 0 is one that nothing listens on.
        functions.useEmulator(withHost: "127.0.0.1", port: 0)
        let error = try #require(await CloudFunctions(functions).fail(1))
        #expect(error.domain == "NSURLErrorDomain")
    }
}
