import HearthAuth
import HearthCore
import HearthFirestore
import HearthFunctions
import HearthHTTP
import HearthTesting
import PaymentsApp
import PaymentsHost
import PaymentsShared
import Testing

@Suite("Payments, from the app's service to the host's ledger")
struct PaymentTests {
    let backend: TestBackend
    let ledger: Ledger
    let auth: Auth
    let service: FunctionsPaymentService

    init() async throws {
        backend = try await TestBackend()
        ledger = Ledger(now: { [clock = backend.clock] in clock.now })
        try PaymentFunctions(ledger).add(to: backend.functions.host)
        auth = Auth(backend)
        service = FunctionsPaymentService(try backend.functions.client(auth))
    }

    private func signIn() async throws -> String {
        try await auth.signInAnonymously()
        return try #require(auth.currentUser?.uid)
    }

    @Test func `an order is paid once, however often it is asked for`() async throws {
        let user = try await signIn()
        await ledger.add(order: "A1", of: user, amount: 12.5)
        let receipt = try await service.processPayment(amount: 12.5, orderId: "A1")
        #expect(receipt == .init(transactionId: "tx-1", status: "paid", amount: 12.5))
        #expect(try await service.processPayment(amount: 12.5, orderId: "A1") == receipt)
        let month = String(CivilTime(backend.clock.now).rfc3339.prefix(7))
        let report = try await service.generateReport(userId: user, period: month)
        #expect(report == .init(period: month, payments: 1, total: 12.5))
        #expect(try await service.generateReport(userId: user, period: "1999-01").payments == 0)
    }

    @Test func `each refusal is the app's own error`() async throws {
        await #expect(throws: PaymentError.signInNeeded) { try await service.processPayment(amount: 1, orderId: "A1") }
        let user = try await signIn()
        await ledger.add(order: "A1", of: user, amount: 12.5)
        await ledger.add(order: "B1", of: "another", amount: 1)
        await #expect(throws: PaymentError.invalidInput("The amount has to be more than zero.")) {
            try await service.processPayment(amount: 0, orderId: "A1")
        }
        await #expect(throws: PaymentError.orderNotFound) { try await service.processPayment(amount: 1, orderId: "C1") }
        await #expect(throws: PaymentError.notAllowed) { try await service.processPayment(amount: 1, orderId: "B1") }
        await #expect(throws: PaymentError.refused("The order has another amount.")) {
            try await service.processPayment(amount: 1, orderId: "A1")
        }
        for _ in 0..<7 { _ = try? await service.processPayment(amount: 1, orderId: "C1") }
        await #expect(throws: PaymentError.tooManyTries) {
            try await service.processPayment(amount: 12.5, orderId: "A1")
        }
        backend.clock.advance(by: .seconds(61))
        #expect(try await service.processPayment(amount: 12.5, orderId: "A1").status == "paid")
    }

    @Test func `a user writes to nobody else, unless staff`() async throws {
        let user = try await signIn()
        try await service.sendNotification(userId: user, message: "Paid.")
        #expect(await ledger.messages == [user: ["Paid."]])
        await #expect(throws: PaymentError.notAllowed) {
            try await service.sendNotification(userId: "another", message: "Hello.")
        }
        await #expect(throws: PaymentError.self) { try await service.sendNotification(userId: user, message: "") }
    }

    @Test func `a new user is welcomed, and orders are followed`() async throws {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        try ShopEvents(ledger) { line.yield($0) }.add(to: backend.functions.host)
        let user = try await signIn()
        var iterator = lines.makeAsyncIterator()
        #expect(await iterator.next() == "account \(user) created")
        try await backend.functions.ended(of: "greet")
        #expect(await ledger.messages == [user: ["Welcome."]])
        let order = Firestore(backend, auth: auth).document("orders/A1")
        try await order.setData(["revision": 1])
        #expect(await iterator.next() == "order A1 created 1")
        try await order.setData(["revision": 2])
        #expect(await iterator.next() == "order A1 updated 2")
        try await order.delete()
        #expect(await iterator.next() == "order A1 deleted 2")
    }

    /// What the app shows for each code, by hand.
    @Test(
        arguments: [
            (.ok, .failed), (.cancelled, .cancelled), (.unknown, .failed), (.invalidArgument, .invalidInput("m")),
            (.deadlineExceeded, .unknownOutcome), (.notFound, .orderNotFound), (.alreadyExists, .refused("m")),
            (.permissionDenied, .notAllowed), (.resourceExhausted, .tooManyTries), (.failedPrecondition, .refused("m")),
            (.aborted, .unknownOutcome), (.outOfRange, .invalidInput("m")), (.unimplemented, .failed),
            (.internal, .failed), (.unavailable, .offline), (.dataLoss, .failed), (.unauthenticated, .signInNeeded),
        ] as [(FunctionsErrorCode, PaymentError)]
    )
    func `each code of a function has its meaning`(_ code: FunctionsErrorCode, _ meaning: PaymentError) {
        #expect(PaymentError(FunctionsError(code, "m")) == meaning)
        if code == .unavailable {
            #expect(PaymentError(FunctionsError(code, "m", transport: .connectionLost)) == .unknownOutcome)
        }
    }
}
