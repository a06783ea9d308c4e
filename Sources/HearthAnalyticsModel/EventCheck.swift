/// Holds an event against the limits: the same rules where it is logged and where it arrives.
package struct EventCheck: Sendable {
    private let personalData: PersonalDataPolicy
    /// Where the event stands, for the problems' paths.
    private let path: String
    package private(set) var problems: [AnalyticsProblem] = []

    /// Begins a check.
    ///
    /// - Parameters:
    ///   - personalData: What happens to what identifies a person.
    ///   - path: Where the event stands, for example `events[3]`.
    package init(personalData: PersonalDataPolicy, path: String) {
        self.personalData = personalData
        self.path = path
    }

    /// Checks an event.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - parameters: The event's parameters.
    /// - Returns: What is left of the parameters; `nil` if the event is refused.
    package mutating func check(_ name: String, _ parameters: AnalyticsParameters) -> AnalyticsParameters? {
        if let (code, reason) = NameRule.event.violation(name) {
            problems.append(AnalyticsProblem(code, "\(path).name", reason, .refused))
            return nil
        }
        var kept = AnalyticsParameters()
        var counted = 0
        var seen = Set<AnalyticsParameter>()
        for member in parameters.members {
            let field = "\(path).params.\(member.name)"
            guard seen.insert(member.name).inserted else {
                problems.append(AnalyticsProblem(.nameDuplicated, field, "the name stands twice", .omitted))
                continue
            }
            let isAutomatic = AnalyticsLimits.automaticParameters.contains(member.name.rawValue)
            guard isAutomatic || isGood(member.name, field) else { continue }
            guard isAutomatic || counted < AnalyticsLimits.parametersPerEvent else {
                let limit = AnalyticsLimits.parametersPerEvent
                problems.append(
                    AnalyticsProblem(.exceededMaxEntities, field, "an event has at most \(limit) parameters", .omitted)
                )
                continue
            }
            guard let value = check(member, field) else { continue }
            kept.append(member.name, value)
            if !isAutomatic { counted += 1 }
        }
        advise(name, kept)
        return kept
    }

    private mutating func isGood(_ name: AnalyticsParameter, _ field: String) -> Bool {
        guard let (code, reason) = NameRule.parameter.violation(name.rawValue) else { return true }
        problems.append(AnalyticsProblem(code, field, reason, .omitted))
        return false
    }

    /// What is left of a value; `nil` if the parameter is left out.
    private mutating func check(_ member: AnalyticsParameters.Member, _ field: String) -> AnalyticsValue? {
        if case .items(let items) = member.value {
            guard member.name == .items else {
                problems.append(
                    AnalyticsProblem(.valueInvalid, field, "only the parameter 'items' can hold items", .omitted)
                )
                return nil
            }
            return .items(check(items, field))
        }
        guard member.name != .items else {
            problems.append(AnalyticsProblem(.valueInvalid, field, "'items' has to be a list of items", .omitted))
            return nil
        }
        return checkScalar(member, field)
    }

    private mutating func checkScalar(_ member: AnalyticsParameters.Member, _ field: String) -> AnalyticsValue? {
        if let reason = personalData.violation(name: member.name.rawValue, value: member.value.string) {
            problems.append(AnalyticsProblem(.personalData, field, reason, .omitted))
            return nil
        }
        switch member.value {
        case .string(let text):
            let limit = AnalyticsLimits.valueLengths[member.name.rawValue] ?? AnalyticsLimits.valueLength
            // Most texts are short in bytes too, and counting characters costs more than counting bytes.
            guard text.utf8.count > limit, text.count > limit else { return member.value }
            problems.append(
                AnalyticsProblem(.valueOutOfBounds, field, "a text has at most \(limit) characters", .cut)
            )
            return .string(String(text.prefix(limit)))
        case .double(let number):
            guard number.isFinite else {
                problems.append(AnalyticsProblem(.valueInvalid, field, "a number has to be finite", .omitted))
                return nil
            }
            return member.value
        case .int: return member.value
        case .items:
            problems.append(AnalyticsProblem(.valueInvalid, field, "an item has no items of its own", .omitted))
            return nil
        }
    }

    private mutating func check(_ items: [AnalyticsItem], _ field: String) -> [AnalyticsItem] {
        let limit = AnalyticsLimits.itemsPerEvent
        if items.count > limit {
            problems.append(
                AnalyticsProblem(.exceededMaxEntities, field, "an event has at most \(limit) items", .cut)
            )
        }
        var kept: [AnalyticsItem] = []
        for (index, item) in items.prefix(limit).enumerated() {
            kept.append(AnalyticsItem(parameters: check(item.parameters, item: "\(field)[\(index)]")))
        }
        return kept
    }

    private mutating func check(_ parameters: AnalyticsParameters, item: String) -> AnalyticsParameters {
        var kept = AnalyticsParameters()
        var custom = 0
        for member in parameters.members {
            let field = "\(item).\(member.name)"
            let isKnown = AnalyticsLimits.itemParameters.contains(member.name.rawValue)
            guard isKnown || isGood(member.name, field) else { continue }
            guard isKnown || custom < AnalyticsLimits.customParametersPerItem else {
                let limit = AnalyticsLimits.customParametersPerItem
                problems.append(
                    AnalyticsProblem(
                        .exceededMaxEntities,
                        field,
                        "an item has at most \(limit) parameters of your own",
                        .omitted
                    )
                )
                continue
            }
            guard let value = checkScalar(member, field) else { continue }
            kept.append(member.name, value)
            if !isKnown { custom += 1 }
        }
        if parameters[.itemID] == nil, parameters[.itemName] == nil {
            problems.append(AnalyticsProblem(.valueRequired, item, "an item has item_id or item_name", .accepted))
        }
        return kept
    }

    /// What Google's reports need and the limits do not ask for.
    private mutating func advise(_ name: String, _ parameters: AnalyticsParameters) {
        func missing(_ wanted: [AnalyticsParameter]) -> AnalyticsParameter? {
            wanted.first { parameters[$0] == nil }
        }
        if parameters[.value] != nil, parameters[.currency] == nil {
            let reason = "a 'value' without 'currency' counts for nothing; add the currency, for example \"EUR\""
            problems.append(AnalyticsProblem(.valueRequired, "\(path).params.currency", reason, .accepted))
        }
        if let currency = parameters[.currency] {
            let isCode =
                currency.string.map { $0.utf8.count == 3 && $0.utf8.allSatisfy { (65...90).contains($0) } } ?? false
            if !isCode {
                let reason = "a currency is three capital letters, such as USD (ISO 4217)"
                problems.append(AnalyticsProblem(.valueInvalid, "\(path).params.currency", reason, .accepted))
            }
        }
        if let wanted = Self.recommended[name], let first = missing(wanted) {
            let reason = "'\(name)' should have '\(first)': reports are empty without it"
            problems.append(AnalyticsProblem(.valueRequired, "\(path).params.\(first)", reason, .accepted))
        }
    }

    private static let recommended: [String: [AnalyticsParameter]] = [
        "purchase": [.transactionID, .value, .currency, .items],
        "refund": [.currency, .value, .transactionID],
        "begin_checkout": [.currency, .value, .items], "add_to_cart": [.currency, .value, .items],
        "remove_from_cart": [.currency, .value, .items], "view_cart": [.currency, .value, .items],
        "view_item": [.currency, .value, .items], "add_payment_info": [.currency, .value, .items],
        "add_shipping_info": [.currency, .value, .items], "add_to_wishlist": [.currency, .value, .items],
        "view_item_list": [.items], "select_item": [.items], "screen_view": [.screenName], "login": [.method],
        "sign_up": [.method], "share": [.method], "search": [.searchTerm], "view_search_results": [.searchTerm],
        "earn_virtual_currency": [.virtualCurrencyName, .value],
        "spend_virtual_currency": [.virtualCurrencyName, .value], "level_start": [.levelName],
        "level_end": [.levelName], "level_up": [.level], "post_score": [.score], "generate_lead": [.value, .currency],
        "unlock_achievement": [.achievementID], "join_group": [.groupID],
    ]
}
