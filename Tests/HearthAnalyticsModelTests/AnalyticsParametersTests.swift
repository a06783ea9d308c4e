import HearthAnalyticsModel
import HearthJSON
import HearthTestSupport
import Testing

/// Parameters beside a plain list of pairs.
@Suite("Parameters")
struct AnalyticsParametersTests {
    private typealias Pairs = [(name: String, value: Int64)]

    private func pairs(_ parameters: AnalyticsParameters) -> [String] {
        parameters.members.map { "\($0.name)=\($0.value.json)" }
    }

    private func pairs(_ model: Pairs) -> [String] {
        model.map { "\($0.name)=\(JSONValue.integer($0.value))" }
    }

    @Test(arguments: 1...20) func `are a list in which each name stands once, where it stood first`(seed: Int) {
        var random = SeededRandom(seed)
        let names = ["a", "b", "B", "e\u{301}", "\u{E9}", "", "a "]
        var (parameters, model): (AnalyticsParameters, Pairs) = ([:], [])
        for step in 0..<200 {
            let name = names.randomElement(using: &random) ?? "a"
            let value = Int64(step)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                parameters[.init(rawValue: name)] = nil
                model.removeAll { $0.name == name }
            case 1:
                var defaults = AnalyticsParameters()
                let other = names.randomElement(using: &random) ?? "b"
                defaults[.init(rawValue: name)] = .int(value)
                defaults[.init(rawValue: other)] = .int(-value)
                parameters.merge(defaults: defaults)
                let isSame = name == other
                for (name, value) in isSame ? [(name, -value)] : [(name, value), (other, -value)]
                where !model.contains(where: { $0.name == name }) {
                    model.append((name, value))
                }
            default:
                parameters[.init(rawValue: name)] = .int(value)
                if let place = model.firstIndex(where: { $0.name == name }) {
                    model[place].value = value
                } else {
                    model.append((name, value))
                }
            }
            #expect(pairs(parameters) == pairs(model), "step \(step)")
            #expect(parameters.count == model.count && parameters.isEmpty == model.isEmpty)
        }
    }

    @Test func `of a literal keep the last value of a name, at its first place`() {
        let parameters: AnalyticsParameters = ["a": 1, "b": "x", "a": 2.5]
        #expect(parameters.members.map(\.name.rawValue) == ["a", "b"] && parameters["a"] == .double(2.5))
        #expect(AnalyticsParameters(["b": 1, "a": 2, "C": 3]).members.map(\.name.rawValue) == ["C", "a", "b"])
    }

    @Test func `of an item take its own names before those that the app adds`() {
        let item = AnalyticsItem(
            id: "sku",
            price: 0,
            quantity: 0,
            index: -1,
            custom: ["item_id": "other", "glaze": "blue", "item_name": "Pot"]
        )
        let expected: [(String, AnalyticsValue)] = [
            ("item_id", "sku"), ("price", 0.0), ("quantity", 0), ("index", -1), ("glaze", "blue"), ("item_name", "Pot"),
        ]
        #expect(item.parameters.members.map(\.name.rawValue) == expected.map(\.0))
        #expect(item.parameters.members.map(\.value) == expected.map(\.1))
        #expect(AnalyticsItem().parameters.isEmpty)
    }

    @Test(
        arguments: [
            (#""x""#, .string("x")), (#""""#, .string("")), (#""é\u0000""#, .string("é\u{0}")), ("0", .int(0)),
            ("-9223372036854775808", .int(.min)), ("9223372036854775807", .int(.max)),
            ("9223372036854775808", .double(0x1p63)), ("0.5", .double(0.5)), ("-1e300", .double(-1e300)),
            ("[]", .items([])), ("[{}]", .items([AnalyticsItem()])),
            (#"[{"item_id":"a","price":1.5}]"#, .items([AnalyticsItem(id: "a", price: 1.5)])),
            // None that a parameter can hold.
            ("true", nil), ("false", nil), ("null", nil), ("{}", nil), ("[1]", nil), (#"["a"]"#, nil), ("[[]]", nil),
            ("[null]", nil), (#"[{"a":true}]"#, nil), (#"[{},7]"#, nil),
        ] as [(String, AnalyticsValue?)]
    )
    func `hold text, numbers and items, and nothing else of JSON`(text: String, value: AnalyticsValue?) throws {
        let json = try JSON.parse(Array(text.utf8))
        #expect(AnalyticsValue(json: json) == value)
        guard let value else { return }
        #expect(AnalyticsValue(json: try JSON.parse(JSON.serialize(value.json))) == value)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN] as [Double])
    func `that are no numbers are zero in JSON, which knows no other`(number: Double) {
        #expect(AnalyticsValue.double(number).json == .number(0))
    }

    @Test(
        arguments: [
            0.1, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 0.1 + 0.2, 1e15, 1e21,
            0x1p53,
        ] as [Double]
    )
    func `come back from JSON as the same number`(number: Double) throws {
        let bytes = JSON.serialize(AnalyticsValue.double(number).json)
        #expect(AnalyticsValue(json: try JSON.parse(bytes))?.double == number)
    }

    @Test func `are numbers or text by what they were given as`() {
        let (name, level): (String, AnalyticsValue) = ("Eve", 3)
        #expect(AnalyticsValue.int(.max).double == 0x1p63 && level.double == 3 && level.string == nil)
        let text: AnalyticsValue = "level of \(name)"
        #expect(text.string == "level of Eve" && text.double == nil)
        #expect(AnalyticsValue.items([]).string == nil && AnalyticsValue.items([]).double == nil)
    }
}
