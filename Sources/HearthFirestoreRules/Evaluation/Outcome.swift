/// What an expression gives: a value or an error for a document, and less than that for a query, whose results are not
/// looked at.
enum Outcome: Sendable {
    case value(RulesValue)
    case failure(RulesFailure)
    /// A value whose numbers may be of the other kind: what a filter for equality says about a field.
    case alike(RulesValue)
    /// Something below `resource` that the query says nothing exact about; the names on the way to it.
    case symbol([String])
    /// Anything, an error included.
    case unknown

    /// A value of a field that a filter found equal to a stored one.
    init(equalTo value: RulesValue) {
        self = value.containsNumber ? .alike(value) : .value(value)
    }

    /// A part of a value whose numbers may be of the other kind.
    ///
    /// Looks at the part alone: what rules put together may be too large to look at whole.
    init(partOfAlike value: RulesValue) {
        switch value {
        case .int, .float, .list, .map, .set: self = .alike(value)
        default: self = .value(value)
        }
    }
}

/// An error of the rules language.
///
/// `&&` and `||` may absorb it.
final class RulesFailure: Sendable {
    /// The official text where it is known.
    let message: String
    let span: SourceSpan

    init(_ message: String, _ span: SourceSpan) {
        self.message = message
        self.span = span
    }
}
