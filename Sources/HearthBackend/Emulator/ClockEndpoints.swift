internal import HearthCore
internal import HearthWire

/// Shows the moment that the emulator lives in.
struct GetClockEndpoint: Endpoint {
    typealias Op = GetClock

    let clock: EmulatorClock

    func respond(to request: GetClock.Request, in call: Call) async throws(APIError) -> ClockState {
        ClockState(clock)
    }
}

/// Moves, stops or starts the clock.
struct UpdateClockEndpoint: Endpoint {
    typealias Op = UpdateClock

    let clock: EmulatorClock

    func respond(to request: UpdateClock.Request, in call: Call) async throws(APIError) -> ClockState {
        if let frozen = request.frozen { clock.stop(frozen) }
        if let text = request.now {
            guard let moment = UnixTime(rfc3339: text), clock.go(to: moment) else {
                throw .invalidArgument("now: expected RFC 3339 text, as 2026-11-20T12:00:00Z")
            }
        }
        if let offset = request.offset, !clock.run(ahead: try Self.duration(offset)) { throw Self.tooFar }
        if let seconds = request.advanceSeconds, !clock.advance(by: try Self.duration(seconds)) { throw Self.tooFar }
        return ClockState(clock)
    }

    private static let tooFar = APIError.invalidArgument("the clock shows the years 1970 to 9999")

    private static func duration(_ seconds: Double) throws(APIError) -> Duration {
        // Any further is out of the clock's range too.
        guard seconds.magnitude < 1e12 else { throw tooFar }
        return .milliseconds(Int64(seconds * 1000))
    }
}

extension ClockState {
    fileprivate init(_ clock: EmulatorClock) {
        let state = clock.state
        self.init()
        now = CivilTime(state.now).rfc3339
        offset = Double(state.offset.wholeMilliseconds) / 1000
        frozen = state.isStopped
    }
}
