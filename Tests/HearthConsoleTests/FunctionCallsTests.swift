import HearthCore
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

/// Functions that remember what they were asked for.
private final class FakeFunctions: ConsoleFunctions {
    let asked = Locked<[String]>([])

    func report() async -> JSONObject { ["up": true, "functions": [["name": "us-central1/pay"]]] }

    func call(
        _ path: String,
        _ data: JSONValue,
        as token: Secret<String>?
    ) async throws(ConsoleFailure) -> (status: Int, answer: JSONValue) {
        asked.withLock { $0.append("\(path) \(data) \(token?.reveal() ?? "anonymous")") }
        guard path == "/demo/us-central1/pay" else { throw ConsoleFailure(.notFound, "No such function.") }
        return (403, ["error": ["status": "PERMISSION_DENIED"]])
    }

    func delivery(_ number: Int) -> JSONObject? { number == 7 ? ["number": 7] : nil }

    func replay(_ number: Int) async throws(ConsoleFailure) {
        guard number == 7 else { throw ConsoleFailure(.notFound, "The delivery is gone.") }
        asked.withLock { $0.append("replay \(number)") }
    }
}

@Suite struct FunctionCallsTests {
    private let functions = FakeFunctions()

    private func ask(_ method: HTTPMethod, _ path: String, _ body: JSONObject = [:]) async throws -> JSONValue {
        let fields: HTTPFields = ["Content-Type": "application/json"]
        let request = HTTPRequest(method, target: "/" + path, fields: fields, body: JSON.serialize(.object(body)))
        return try await FunctionCalls(functions: functions).answer(request, request.pathSegments[...])
    }

    @Test func `a call's refusal is an answer, with its status`() async throws {
        let answer = try await ask(.post, "functions:call", ["path": "/demo/us-central1/pay", "data": 5, "token": "t"])
        #expect(answer["status"]?.integer == 403)
        #expect(answer["answer"]?["error"]?["status"]?.string == "PERMISSION_DENIED")
        #expect(functions.asked.withLock { $0.count } == 1)
    }

    @Test func `a path that is no function's, and a call without one, are refused`() async throws {
        for (body, status) in [(["path": "/other"] as JSONObject, 404), ([:], 400)] {
            let error = await #expect(throws: ConsoleRefusal.self) {
                _ = try await ask(.post, "functions:call", body)
            }
            #expect(error?.status == status)
        }
    }

    @Test func `an event is delivered again by its number alone`() async throws {
        #expect(try await ask(.get, "deliveries/7")["number"]?.integer == 7)
        _ = try await ask(.post, "deliveries/7:replay")
        #expect(functions.asked.withLock { $0 } == ["replay 7"])
        for (path, status) in [("deliveries/8:replay", 404), ("deliveries/x:replay", 400), ("deliveries/7:drop", 404)] {
            let error = await #expect(throws: ConsoleRefusal.self) { _ = try await ask(.post, path) }
            #expect(error?.status == status, "\(path)")
        }
        let error = await #expect(throws: ConsoleRefusal.self) { _ = try await ask(.get, "deliveries/8") }
        #expect(error?.status == 410)
    }
}
