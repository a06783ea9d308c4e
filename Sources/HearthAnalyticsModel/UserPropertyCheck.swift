/// Holds a user property against the limits.
package struct UserPropertyCheck: Sendable {
    /// What is left of the value; `nil` if the property is refused.
    package private(set) var value: String?
    package private(set) var problems: [AnalyticsProblem] = []

    package init(name: String, value: String?, _ personalData: PersonalDataPolicy) {
        let field = "user_properties.\(name)"
        if let (code, reason) = NameRule.userProperty.violation(name) {
            problems.append(AnalyticsProblem(code, field, reason, .refused))
            return
        }
        guard let value else {
            problems.append(AnalyticsProblem(.valueInvalid, field, "a user property is text or a number", .refused))
            return
        }
        if let reason = personalData.violation(name: name, value: value) {
            problems.append(AnalyticsProblem(.personalData, field, reason, .refused))
            return
        }
        let limit = AnalyticsLimits.userPropertyLength
        if value.count > limit {
            let reason = "a user property has at most \(limit) characters"
            problems.append(AnalyticsProblem(.valueOutOfBounds, field, reason, .cut))
        }
        self.value = String(value.prefix(limit))
    }
}
