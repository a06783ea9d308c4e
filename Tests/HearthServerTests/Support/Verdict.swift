import HearthHTTP

@testable import HearthServer

/// What a parser makes of some bytes, in order.
enum Verdict: Hashable, CustomStringConvertible {
    case request(method: String, target: String, fields: Int, body: [UInt8])
    case refused(Int)
    case unfinished(RequestParser.Stage)

    var description: String {
        switch self {
        case .request(let method, let target, let fields, let body):
            "\(method) \(target) (\(fields) fields, \(body.count) bytes)"
        case .refused(let status): "refused \(status)"
        case .unfinished(let stage): "unfinished \(stage)"
        }
    }

    /// Feeds a new parser with pieces of a message.
    static func of(_ message: [UInt8], cutAt cuts: [Int] = [], _ limits: ServerLimits = ServerLimits()) -> [Verdict] {
        var parser = RequestParser(limits: limits)
        var verdicts: [Verdict] = []
        var start = 0
        for end in cuts + [message.count] {
            while start < end {
                do throws(RequestRefusal) {
                    start += try parser.consume(Array(message[start..<end]), limits)
                } catch {
                    return verdicts + [.refused(error.status)]
                }
                guard parser.stage == .complete else { continue }
                let request = parser.takeRequest().request
                verdicts.append(
                    .request(
                        method: request.method.rawValue,
                        target: request.target,
                        fields: request.fields.all.count,
                        body: request.body
                    )
                )
            }
        }
        return parser.stage == .idle ? verdicts : verdicts + [.unfinished(parser.stage)]
    }

    /// The status of the refusal, or `nil` if everything was accepted.
    static func status(_ message: [UInt8], _ limits: ServerLimits = ServerLimits()) -> Int? {
        if case .refused(let status) = of(message, limits).last { status } else { nil }
    }
}
