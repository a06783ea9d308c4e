public import HearthJSON

/// The user on whose behalf a request is made.
public struct RuleCaller: Sendable {
    /// The user's id, `request.auth.uid`.
    public let userID: String
    /// What `request.auth` is.
    let value: RulesValue

    /// Names a user.
    ///
    /// Costs a conversion of the claims, so one value may serve many requests.
    ///
    /// - Parameters:
    ///   - userID: The user's id.
    ///   - claims: All claims of the identity token, `request.auth.token`. Defaults to none.
    public init(userID: String, claims: JSONObject = [:]) {
        self.userID = userID
        value = .map(RulesMap(ascending: [("token", RulesValue(.object(claims))), ("uid", .string(userID))]))
    }
}

extension RulesValue {
    /// Converts a claim.
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let truth): self = .bool(truth)
        case .integer(let number): self = .int(number)
        case .number(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .array(let values): self = .list(values.map { RulesValue($0) })
        case .object(let object): self = .map(RulesMap(object.members.map { ($0.name, RulesValue($0.value)) }))
        }
    }
}
