public import HearthFlows

/// A field of a form: what the user typed, and what is wrong with it as soon as they should be told.
///
/// A field complains when the user has left it once or wanted to send the form, not while they type for the first time.
public struct Field: Sendable {
    /// What the user typed.
    public var text: String {
        didSet { if text != oldValue { rejection = nil } }
    }

    /// What is accepted.
    public var rule: FieldRule

    private var isVisited = false
    private var rejection: Message?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - rule: What is accepted.
    ///   - text: What it holds at first. Defaults to nothing.
    public init(_ rule: FieldRule, text: String = "") {
        self.rule = rule
        self.text = text
    }

    /// What to send.
    public var value: String { rule.value(of: text) }

    /// Whether the text could be sent.
    public var isValid: Bool { rule.problem(with: text) == nil }

    /// What to tell the user below the field; `nil` for nothing, also before they have left it.
    public var problem: Message? {
        rejection ?? (isVisited ? rule.problem(with: text) : nil)
    }

    /// Notes that the user went on to something else: from now on the field complains.
    public mutating func leave() {
        isVisited = true
    }

    /// Notes what the service says of the text, until it is changed.
    ///
    /// - Parameter problem: What to tell the user.
    public mutating func reject(_ problem: Message) {
        rejection = problem
    }

    /// Empties the field, as at first.
    public mutating func clear() {
        self = Field(rule)
    }
}

extension Field: CustomStringConvertible, CustomReflectable {
    /// Whether the field is filled, and nothing of what is in it.
    public var description: String { "Field(\(text.isEmpty ? "empty" : "filled"))" }

    /// What ``description`` shows, so that `dump` prints no password.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
