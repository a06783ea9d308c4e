/// Finds passwords that are guessed early: common ones, and those made of the user's own words.
///
/// A rule for new passwords, as [NIST SP 800-63B §3.1.1.2](https://pages.nist.gov/800-63-4/sp800-63b.html) and OWASP
/// ASVS 6.2.4 and 6.2.11 ask. It is a pure function and knows nothing of the network: one for both ends.
///
/// The guesses are counted that an attacker needs who tries words before letters: the product over the words, years,
/// rows of keys and other pieces that the password can be cut into. It takes some 10 µs for 12 characters, and never
/// looks at more than the first 64.
public enum CommonPasswords: Sendable {
    /// What is known of the account and its project, none of which a password may be made of.
    public struct Context: Sendable, Hashable {
        /// The account's address.
        public var email: String?
        /// The account's display name.
        public var displayName: String?
        /// The account's telephone number.
        public var phoneNumber: String?
        /// The names of the project, the app and the company.
        public var names: [String]

        /// Creates a context.
        ///
        /// - Parameters:
        ///   - email: The account's address. Defaults to none.
        ///   - displayName: The account's display name. Defaults to none.
        ///   - phoneNumber: The account's telephone number. Defaults to none.
        ///   - names: The names of the project, the app and the company. Defaults to none.
        public init(
            email: String? = nil,
            displayName: String? = nil,
            phoneNumber: String? = nil,
            names: [String] = []
        ) {
            self.email = email
            self.displayName = displayName
            self.phoneNumber = phoneNumber
            self.names = names
        }
    }

    /// Whether a password may be used, and if not, why.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// It is not among what is tried first.
        case acceptable
        /// It is a common password or a single word, or one with trivial changes.
        case common
        /// It is made of the account's address or name, or of the project's.
        case personal
        /// It is a row of keys, a repetition, a date, or too short to be anything else.
        case pattern
    }

    /// The fewest guesses for which a password is acceptable.
    ///
    /// Ten million: more than a service lets anyone try who does not have its database.
    static let minimumGuesses = 1e7

    /// Judges a password.
    ///
    /// Upper and lower case, digits in place of letters (`p4ssw0rd`) and what is put before or after a word (`Password1!`,
    /// `eve2024`) change little. Four words or eight random letters are acceptable in any script.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - context: What is known of the account. Defaults to nothing.
    /// - Returns: The verdict.
    public static func verdict(_ password: String, context: Context = Context()) -> Verdict {
        let written = Array(password.unicodeScalars.lazy.map(\.value).prefix(256))
        let text = Array(shortestPeriod(of: CanonicalText.folded(written)).prefix(64))
        let own = WordTree(words(of: context), isPersonal: true)
        let best = min(
            GuessCount(text, own: own).best,
            GuessCount(text.reversed(), own: own).best.times(2)
        ).times(caseChoices(written))
        if best.guesses >= minimumGuesses { return .acceptable }
        if best.kinds.contains(.personal) { return .personal }
        return best.kinds.contains(.listed) ? .common : .pattern
    }

    /// The beginning of a text that repeats itself to its end: a repetition is as good as what is repeated.
    private static func shortestPeriod(of text: [UInt32]) -> [UInt32] {
        // A single letter is left in place, where it is a pattern of its own.
        for length in 2...max(2, text.count / 2)
        where text.count > length && text.indices.dropFirst(length).allSatisfy({ text[$0] == text[$0 - length] }) {
            return Array(text[..<length])
        }
        return text
    }

    /// How many ways of writing in upper and lower case would be tried before this one.
    private static func caseChoices(_ text: [UInt32]) -> Double {
        let upper = text.filter { (0x41...0x5A).contains($0) }.count
        let lower = text.filter { (0x61...0x7A).contains($0) }.count
        if upper == 0 { return 1 }
        if lower == 0 || (upper == 1 && text.first.map { (0x41...0x5A).contains($0) } == true) { return 2 }
        return Double(4 << min(upper, lower, 8))
    }

    /// The words of an account: as they are written, their parts, and their parts in one.
    private static func words(of context: Context) -> [[UInt32]] {
        let email = context.email.map { $0.unicodeScalars.map(\.value) } ?? []
        var texts = email.split(separator: 0x40).map { Array($0) } + [email]
        texts += ([context.displayName, context.phoneNumber].compactMap(\.self) + context.names).map {
            $0.unicodeScalars.map(\.value)
        }
        var words: [[UInt32]] = []
        for text in texts.prefix(32) {
            let folded = CanonicalText.folded(Array(text.prefix(128)))
            let parts = folded.split { !isLetterOrDigit($0) }.map { Array($0) }
            words += [folded, Array(parts.joined())] + parts
            // `eve2019@…`: the name without its digits, too.
            words += parts.flatMap { $0.split { (0x30...0x39).contains($0) }.map { Array($0) } }
        }
        return words.filter { $0.count >= 3 }
    }

    private static func isLetterOrDigit(_ scalar: UInt32) -> Bool {
        scalar >= 0x80 || (0x61...0x7A).contains(scalar) || (0x30...0x39).contains(scalar)
    }
}
