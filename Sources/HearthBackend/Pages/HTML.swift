/// Text that is safe to stand in a page: everything that came from outside is escaped on its way in.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral value: String) {
        text = value
    }

    init(stringInterpolation interpolation: Interpolation) {
        text = interpolation.text
    }

    /// Collects markup as it stands and values escaped.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends text, escaped for content and for quoted attributes.
        mutating func appendInterpolation(_ value: String) {
            for character in value.unicodeScalars {
                switch character {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                default: text.unicodeScalars.append(character)
                }
            }
        }

        /// Appends markup that was built the same way.
        mutating func appendInterpolation(_ markup: HTML) {
            text += markup.text
        }
    }
}
