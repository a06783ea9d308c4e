import HearthHTTP
import HearthJSON
import Testing

@testable import HearthFunctions

@Suite("FunctionsError")
struct FunctionsErrorTests {
    /// The codes of gRPC for what happens on the way: https://grpc.io/docs/guides/status-codes/.
    @Test(
        arguments: [
            (TransportError.Kind.timedOut, FunctionsErrorCode.deadlineExceeded), (.cancelled, .cancelled),
            (.unreachable, .unavailable), (.connectionLost, .unavailable), (.insecure, .unavailable),
            (.invalidRequest, .invalidArgument), (.streamingUnsupported, .unimplemented),
            (.responseTooLarge, .internal),
            (TransportError.Kind(rawValue: "of the future"), .internal),
        ] as [(TransportError.Kind, FunctionsErrorCode)]
    )
    func `a failure on the way has the code that says what helps`(
        _ kind: TransportError.Kind,
        _ code: FunctionsErrorCode
    ) {
        let error = FunctionsError(TransportError(kind, "because"))
        #expect(error.code == code && error.message == "because" && error.transport == kind && error.details == nil)
        #expect(FunctionsError(TransportError(kind)).message == kind.rawValue)
    }

    private struct Details: Decodable, Equatable {
        var left: Int
    }

    @Test func `details are read as a type, or are none`() throws {
        let error = FunctionsError(.resourceExhausted, "wait", details: ["left": 3])
        #expect(try error.details(as: Details.self) == Details(left: 3))
        #expect(try FunctionsError(.resourceExhausted).details(as: Details.self) == nil)
        #expect(throws: JSONError.self) { try FunctionsError(.internal, details: "text").details(as: Details.self) }
        #expect(throws: JSONError.self) { try FunctionsError(.internal, details: .null).details(as: Details.self) }
        #expect(FunctionsError(.notFound).message == "NOT_FOUND")
    }
}
