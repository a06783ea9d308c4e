internal import HearthCore
internal import HearthWire

/// Lists the failures that are to come.
struct ListFaultsEndpoint: Endpoint {
    typealias Op = ListFaults

    let faults: FaultPlan

    func respond(to request: ListFaults.Request, in call: Call) async throws(APIError) -> FaultList {
        FaultList(faults.all(in: call.scope.project))
    }
}

/// Lets the next calls of an operation fail.
struct AddFaultEndpoint: Endpoint {
    typealias Op = AddFault

    let faults: FaultPlan

    func respond(to request: AddFault.Request, in call: Call) async throws(APIError) -> FaultList {
        guard let operation = request.operation.flatMap({ OperationName($0) }) else {
            throw .invalidArgument("operation: not the name of one, nor the end of its path")
        }
        let count = request.count ?? 1
        guard (1...1_000_000).contains(count) else { throw .invalidArgument("count: expected 1 to 1000000") }
        guard let fault = request.fault else { throw .invalidArgument("fault: missing") }
        let entry = FaultPlan.Entry(
            project: call.scope.project,
            operation: operation,
            fault: try Fault(fault),
            count: count
        )
        guard faults.add(entry) else { throw .invalidArgument("there are \(FaultPlan.limit) faults already") }
        return FaultList(faults.all(in: call.scope.project))
    }
}

/// Forgets the failures that are to come.
struct ClearFaultsEndpoint: Endpoint {
    typealias Op = ClearFaults

    let faults: FaultPlan

    func respond(to request: ClearFaults.Request, in call: Call) async throws(APIError) -> EmptyMessage {
        faults.clear(in: call.scope.project)
        return EmptyMessage()
    }
}

extension FaultList {
    fileprivate init(_ entries: [FaultPlan.Entry]) {
        self.init()
        faults = entries.map { entry in
            Entry {
                $0.operation = entry.operation.rawValue
                $0.count = entry.count
                $0.fault = FaultDescription(entry.fault)
            }
        }
    }
}

extension FaultDescription {
    fileprivate init(_ fault: Fault) {
        self.init()
        switch fault.kind {
        case .offline: kind = .offline
        case .drop: kind = .drop
        case .error(let words): (kind, message) = (.error, words)
        case .status(let code, let retryAfter):
            (kind, status) = (.status, code)
            retryAfterSeconds = retryAfter.map { Int($0.wholeSeconds) }
        case .delay(let duration): (kind, delayMilliseconds) = (.delay, Int(duration.wholeMilliseconds))
        }
    }
}

extension Fault {
    /// A day, in seconds: no one tests a longer wait.
    private static let longest = 86_400

    fileprivate init(_ description: FaultDescription) throws(APIError) {
        switch description.kind {
        case .offline?: self = .offline
        case .drop?: self = .drop
        case .error?:
            guard let message = description.message, !message.isEmpty else {
                throw .invalidArgument("fault.message: missing")
            }
            self = .error(message)
        case .status?:
            guard let status = description.status, (400...599).contains(status) else {
                throw .invalidArgument("fault.status: expected 400 to 599")
            }
            let seconds = description.retryAfterSeconds
            guard (0...Self.longest).contains(seconds ?? 0) else {
                throw .invalidArgument("fault.retryAfterSeconds: expected 0 to \(Self.longest)")
            }
            self = .status(status, retryAfter: seconds.map { .seconds($0) })
        case .delay?:
            guard let delay = description.delayMilliseconds, (0...Self.longest * 1000).contains(delay) else {
                throw .invalidArgument("fault.delayMilliseconds: expected 0 to \(Self.longest * 1000)")
            }
            self = .delay(.milliseconds(delay))
        default: throw .invalidArgument("fault.kind: expected OFFLINE, DROP, ERROR, STATUS or DELAY")
        }
    }
}
