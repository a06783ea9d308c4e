/// The options of a command line: `--name value`, `--name=value`, or `--name` alone for a switch.
struct Options {
    private var values: [String: [String]] = [:]
    private var switches: Set<String> = []
    /// The words that are no options, in order.
    private(set) var operands: [String] = []
    private let command: String
    /// Where the options come from that were not given on the command line.
    private var places: [String: String] = [:]

    /// Reads the words after a command's name, given which of its options take a value and which take none.
    init(
        _ words: [String],
        of command: String,
        valued: Set<String> = [],
        switches known: Set<String> = []
    ) throws {
        self.command = command
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), word != "--" else {
                operands.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if known.contains(name) {
                guard parts.count == 1 else {
                    throw UsageError("--\(name) takes no value", hint: Self.hint(command))
                }
                switches.insert(name)
            } else if valued.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw UsageError("--\(name) needs a value", hint: Self.hint(command))
                }
                values[name, default: []].append(value)
            } else {
                throw UsageError("\(command) has no option --\(name)", hint: Self.hint(command))
            }
        }
    }

    /// Takes values from elsewhere for what the command line leaves open.
    ///
    /// - Parameters:
    ///   - values: The values by the options' names.
    ///   - switches: The switches that are on.
    ///   - places: Where each option stands, for complaints.
    mutating func adopt(_ values: [String: [String]], switches: Set<String>, from places: [String: String]) {
        let adopted = values.filter { self.values[$0.key] == nil }
        self.values.merge(adopted) { given, _ in given }
        self.switches.formUnion(switches)
        self.places.merge(places.filter { adopted[$0.key] != nil }) { given, _ in given }
    }

    /// Whether a switch was given.
    func has(_ name: String) -> Bool {
        switches.contains(name)
    }

    /// Every value of an option, in order.
    func all(_ name: String) -> [String] {
        values[name] ?? []
    }

    /// The last value of an option.
    func last(_ name: String) -> String? {
        values[name]?.last
    }

    /// The last value of an option that is a number.
    func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
        guard let text = last(name) else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw refusal(name, text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The last value of an option that is one of a few words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        default fallback: Choice
    ) throws -> Choice where Choice.RawValue == String {
        guard let text = last(name) else { return fallback }
        guard let choice = Choice(rawValue: text) else {
            throw refusal(name, text, expected: Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// The complaint about a value.
    func refusal(_ name: String, _ text: String, expected: String) -> any Error {
        if let place = places[name] { return CommandFailure("\(place): \(text): expected \(expected)") }
        return UsageError("--\(name) \(text): expected \(expected)", hint: Self.hint(command))
    }

    private static func hint(_ command: String) -> String {
        "hearth \(command) --help explains the options"
    }
}
