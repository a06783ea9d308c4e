import HearthAnalyticsModel
import Testing

/// What is left of an event, and what is said about it.
@Suite("What is left of an event")
struct EventCheckTests {
    private func check(
        _ name: String,
        _ parameters: AnalyticsParameters,
        _ policy: PersonalDataPolicy = .refuse
    ) -> (kept: [String]?, problems: [String]) {
        var check = EventCheck(personalData: policy, path: "e")
        let kept = check.check(name, parameters)
        let problems = check.problems.map { "\($0.field) \($0.code.rawValue) \($0.outcome)" }
        return (kept?.members.map(\.name.rawValue), problems)
    }

    private func numbered(_ count: Int, _ prefix: String = "p") -> AnalyticsParameters {
        var parameters = AnalyticsParameters()
        for number in 0..<count { parameters.append(.init(rawValue: "\(prefix)\(number)"), .int(1)) }
        return parameters
    }

    @Test func `has 25 parameters of the app beside those of the client, wherever they stand`() {
        var parameters = numbered(24)
        let automatic = ["session_id", "engagement_time_msec", "session_number", "debug_mode", "hearth_id"]
        for name in automatic { parameters.append(.init(rawValue: name), .int(7)) }
        parameters.append("last", 1)
        parameters.append("beyond", 1)
        let (kept, problems) = check("e", parameters)
        #expect(kept?.count == 30 && kept?.last == "last" && kept?.contains("beyond") == false)
        #expect(problems == ["e.params.beyond EXCEEDED_MAX_ENTITIES omitted"])
    }

    @Test func `loses no place to a parameter that was left out`() {
        var parameters: AnalyticsParameters = ["bad name": 1, "n": .double(.nan), "email": "x", "list": .items([])]
        for member in numbered(25).members { parameters.append(member.name, member.value) }
        let (kept, problems) = check("e", parameters)
        #expect(kept == (0..<25).map { "p\($0)" })
        #expect(
            problems == [
                "e.params.bad name NAME_INVALID omitted", "e.params.n VALUE_INVALID omitted",
                "e.params.email PERSONAL_DATA omitted", "e.params.list VALUE_INVALID omitted",
            ]
        )
    }

    @Test func `has each name once, the first one, though both are good`() {
        var parameters = AnalyticsParameters()
        for value in ["first", "second"] { parameters.append("x", .string(value)) }
        var check = EventCheck(personalData: .refuse, path: "events[3]")
        #expect(check.check("e", parameters)?["x"] == "first")
        #expect(check.problems.map(\.code) == [.nameDuplicated])
        #expect(check.problems.first?.description == "events[3].params.x was left out: the name stands twice")
    }

    @Test(
        arguments: [
            ("t", 100), ("page_location", 1000), ("page_referrer", 420), ("page_title", 300), ("Page_Title", 100),
        ] as [(String, Int)]
    )
    func `has texts up to their length, counted as people count`(name: String, limit: Int) {
        for letter in ["x", "é", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "字"] {
            for count in [limit - 1, limit, limit + 1] {
                let text = String(repeating: letter, count: count)
                var check = EventCheck(personalData: .allow, path: "e")
                let kept = check.check("e", [.init(rawValue: name): .string(text)])
                let expected = String(repeating: letter, count: min(count, limit))
                #expect(kept?[.init(rawValue: name)] == .string(expected), "\(letter) \(count)")
                #expect(check.problems.map(\.outcome) == (count > limit ? [.cut] : []), "\(letter) \(count)")
            }
        }
    }

    @Test func `has 200 items of 27 names of the app's own, beside those that mean something`() {
        var item = numbered(26, "own")
        item.append("item_id", "sku")
        item.append("price", 2.5)
        item.append("item_category5", "x")
        item.append("last", 1)
        item.append("beyond", 1)
        let parameters: AnalyticsParameters = [
            "items": .items(Array(repeating: AnalyticsItem(parameters: item), count: 201))
        ]
        var check = EventCheck(personalData: .refuse, path: "e")
        guard case .items(let items)? = check.check("e", parameters)?[.items] else {
            Issue.record("no items are left")
            return
        }
        #expect(items.count == 200)
        let names = items.last?.parameters.members.map(\.name.rawValue)
        #expect(names == (0..<26).map { "own\($0)" } + ["item_id", "price", "item_category5", "last"])
        #expect(check.problems.count == 201 && check.problems.first?.field == "e.params.items")
        #expect(check.problems.last?.field == "e.params.items[199].beyond")
    }

    @Test func `says what an item lacks, and keeps it`() {
        let items = [AnalyticsItem(), AnalyticsItem(name: "Pot"), AnalyticsItem(custom: ["item_id": "1"])]
        let (kept, problems) = check("e", ["items": .items(items)])
        #expect(kept == ["items"] && problems == ["e.params.items[0] VALUE_REQUIRED accepted"])
    }

    @Test(
        arguments: [
            ("EUR", true), ("USD", true), ("CHF", true), ("eur", false), ("EU", false), ("EURO", false), ("", false),
            ("E R", false), ("\u{C9}UR", false), ("€", false), ("EU\u{301}R", false),
        ] as [(String, Bool)]
    )
    func `advises three capital letters for a currency`(currency: String, isRight: Bool) {
        let (kept, problems) = check("offer", ["value": 1, "currency": .string(currency)])
        #expect(kept == ["value", "currency"])
        #expect(problems == (isRight ? [] : ["e.params.currency VALUE_INVALID accepted"]))
    }

    @Test(
        arguments: [
            ("purchase", ["transaction_id", "value", "currency", "items"]), ("refund", ["currency", "value"]),
            ("login", ["method"]), ("search", ["search_term"]), ("level_up", ["level"]), ("post_score", ["score"]),
            ("screen_view", ["screen_name"]), ("unlock_achievement", ["achievement_id"]), ("share", ["method"]),
            ("my_own", []),
        ] as [(String, [String])]
    )
    func `is advised of the first thing that a recommended event lacks`(name: String, wanted: [String]) {
        for present in 0..<wanted.count {
            var parameters = AnalyticsParameters()
            for parameter in wanted.prefix(present) {
                let value: AnalyticsValue = parameter == "items" ? .items([]) : parameter == "currency" ? "EUR" : 1
                parameters[.init(rawValue: parameter)] = value
            }
            let problems = check(name, parameters).problems
            #expect(problems.contains("e.params.\(wanted[present]) VALUE_REQUIRED accepted"), "\(problems)")
        }
        #expect(wanted.isEmpty == check(name, [:]).problems.isEmpty)
    }

    @Test(
        arguments: [
            ("who@example.com", true), ("Write to who@example.com.", true), ("@example", false), ("1.5", false),
        ] as [(String, Bool)]
    )
    func `holds what looks like a person only where that is allowed`(text: String, isPersonal: Bool) {
        let item = AnalyticsItem(id: "1", custom: ["note": .string(text)])
        let parameters: AnalyticsParameters = ["note": .string(text), "items": .items([item])]
        let refused = check("e", parameters)
        #expect(refused.kept == (isPersonal ? ["items"] : ["note", "items"]))
        #expect(refused.problems.count == (isPersonal ? 2 : 0))
        let allowed = check("e", parameters, .allow)
        #expect(allowed.kept == ["note", "items"] && allowed.problems.isEmpty)
    }

    @Test func `never repeats a value in what it says`() {
        var check = EventCheck(personalData: .refuse, path: "e")
        let secret = "who@example.com"
        _ = check.check("e", ["note": .string(secret), "t": .string(secret + String(repeating: "x", count: 200))])
        _ = check.check("purchase", ["currency": .string("x" + secret)])
        #expect(!check.problems.isEmpty)
        for problem in check.problems { #expect(!problem.description.contains("who@")) }
    }
}
