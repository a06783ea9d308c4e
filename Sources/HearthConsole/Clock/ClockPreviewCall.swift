internal import HearthBackend
internal import HearthCore
internal import HearthJSON

/// The call `clock:preview`: what moves of the clock would do, without making them.
///
/// `moves` is a list of documents as the clock's own operation takes them: `{"advanceSeconds": 300}`,
/// `{"now": "2026-11-20T12:00:00Z"}` or `{"offset": 0}`.
struct ClockPreviewCall: Sendable {
    private static let limit = 20

    private let project: ProjectID
    private let moves: [ClockMove]

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        project = try UserScope(body["project"]?.string, nil).project
        let listed = body["moves"]?.array ?? []
        guard (1...Self.limit).contains(listed.count) else {
            throw ConsoleRefusal(400, "'moves' is a list of 1 to \(Self.limit) moves of the clock.")
        }
        var moves: [ClockMove] = []
        for move in listed { moves.append(try Self.move(move)) }
        self.moves = moves
    }

    private static func move(_ value: JSONValue) throws(ConsoleRefusal) -> ClockMove {
        if let seconds = value["advanceSeconds"]?.double, seconds.magnitude < 1e12 {
            return .advance(.milliseconds(Int64(seconds * 1000)))
        }
        if let seconds = value["offset"]?.double, seconds.magnitude < 1e12 {
            return .run(ahead: .milliseconds(Int64(seconds * 1000)))
        }
        if let moment = value["now"]?.string.flatMap({ UnixTime(rfc3339: $0) }) { return .go(moment) }
        throw ConsoleRefusal(400, "A move has 'advanceSeconds', 'offset', or 'now' as RFC 3339 text.")
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        do throws(BackendError) {
            let previews = try await backend.preview(moves, of: project)
            return ["previews": .array(previews.map { $0?.json ?? .null })]
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}

extension ClockPreview {
    fileprivate var json: JSONValue {
        [
            "moment": .integer(moment.milliseconds), "ending": Self.counts(ending),
            "returning": Self.counts(returning), "futureTokens": .integer(Int64(futureTokens)),
            "exact": .bool(isExact),
        ]
    }

    private static func counts(_ counts: [Thing: Int]) -> JSONValue {
        var object = JSONObject()
        for thing in Thing.allCases { object[thing.rawValue] = counts[thing].map { .integer(Int64($0)) } }
        return .object(object)
    }
}
