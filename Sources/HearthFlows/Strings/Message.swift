/// A text for the user, as yet in no language: a ``Localizer`` finds the words.
///
/// Models speak in messages, so that they know no language and a change of language needs no new model.
public struct Message: Sendable, Hashable {
    /// Which text it is.
    public let key: Key
    let arguments: [Argument]

    /// Creates a message of a text without blanks.
    ///
    /// - Parameter key: Which text; one with blanks is made by the function of its name, and would show them here.
    public init(_ key: Key) {
        self.init(key, [])
    }

    init(_ key: Key, _ arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// What stands in a blank of a text.
    enum Argument: Sendable, Hashable {
        /// A text that is the same in every language, for example an address.
        case text(String)
        /// A number, which also chooses among the forms of the text.
        case count(Int)
        /// A sign-in method, which has a name in each language.
        case provider(String)
    }
}

extension Message: CustomStringConvertible, CustomReflectable {
    /// The key, without what stands in the blanks: that may be an address.
    public var description: String { "Message(\(key.rawValue))" }

    /// The key, without what stands in the blanks.
    public var customMirror: Mirror { Mirror(self, children: ["key": key]) }
}
