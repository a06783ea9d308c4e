internal import HearthTelemetry

/// What happens to names and values that seem to identify a person.
public enum PersonalDataPolicy: String, Sendable, Hashable {
    /// They are left out, and the problem is reported: Google's terms forbid them.
    case refuse
    /// They are accepted, on the app's own responsibility.
    case allow

    /// What is wrong with a name and its value; `nil` if nothing is, or if everything is allowed.
    package func violation(name: String?, value: String?) -> String? {
        guard self == .refuse else { return nil }
        let remedy = """
            Analytics must not hold what identifies a person. Name the user by the account's identifier (setUserID), \
            leave this out, or allow personal data in the configuration if you may process it.
            """
        if let name, let kind = PersonalData.kind(ofName: name) {
            return "by its name '\(name)' it holds \(kind.rawValue). \(remedy)"
        }
        if let value, let kind = PersonalData.kind(ofValue: value) {
            return "its value looks like \(kind.rawValue). \(remedy)"
        }
        return nil
    }
}
