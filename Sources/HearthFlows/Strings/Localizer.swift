/// Finds the words of messages in one language.
///
/// ```swift
/// let localizer = Localizer(preferring: ["pt-BR", "fr-CA", "en"])       // French
/// localizer(.resendAfter(seconds: 1))                                   // Renvoyer dans 1 seconde
/// ```
public struct Localizer: Sendable, Hashable {
    /// The language.
    public let language: Language

    /// Speaks a language.
    ///
    /// - Parameter language: The language. Defaults to English.
    public init(_ language: Language = .english) {
        self.language = language
    }

    /// Speaks the language that the user likes best among those we have, or else English.
    ///
    /// - Parameter tags: Language tags, the best first.
    public init(preferring tags: [String]) {
        self.init(tags.lazy.compactMap(Language.init(tag:)).first ?? .english)
    }

    /// Whether the texts are written from right to left.
    public var isRightToLeft: Bool { language.isRightToLeft }

    /// The words of a message.
    ///
    /// - Parameter message: The message.
    /// - Returns: The text to show.
    public func callAsFunction(_ message: Message) -> String {
        let phrase = phrase(message.key)
        let form = phrase.form(for: message.arguments.lazy.compactMap(\.count).first, in: language)
        return Phrase.fill(form, with: message.arguments.map(text))
    }

    /// The words of a text without blanks.
    ///
    /// - Parameter key: Which text.
    /// - Returns: The text to show.
    public func callAsFunction(_ key: Message.Key) -> String {
        self(Message(key))
    }

    /// The name of a sign-in method.
    ///
    /// - Parameter id: The provider's identifier, for example `google.com`.
    /// - Returns: Its name; of a provider that is not known here, the identifier.
    public func name(ofProvider id: String) -> String {
        Message.Key(provider: id).map { self($0) } ?? id
    }

    private func phrase(_ key: Message.Key) -> Phrase {
        language.phrases[key] ?? Language.english.phrases[key] ?? .text(key.rawValue)
    }

    private func text(_ argument: Message.Argument) -> String {
        switch argument {
        case .count(let count): String(count)
        case .text(let text): isolated(text)
        case .provider(let id): isolated(name(ofProvider: id))
        }
    }

    /// An address in the middle of a text of the other direction keeps its own.
    private func isolated(_ text: String) -> String {
        isRightToLeft ? "\u{2068}\(text)\u{2069}" : text
    }
}

extension Message.Argument {
    fileprivate var count: Int? {
        if case .count(let count) = self { count } else { nil }
    }
}

extension Message.Key {
    /// The name of a sign-in method that is known here.
    init?(provider id: String) {
        guard let key = Self.providers[id] else { return nil }
        self = key
    }

    private static let providers: [String: Message.Key] = [
        "google.com": .google, "apple.com": .apple, "facebook.com": .facebook, "github.com": .gitHub,
        "microsoft.com": .microsoft, "twitter.com": .twitter, "yahoo.com": .yahoo, "password": .password,
        "phone": .phone, "emailLink": .emailLink, "passkey": .passkey, "anonymous": .guest, "totp": .authenticatorApp,
    ]
}
