/// Recognizes what identifies a person, in names and values that an app is about to send.
///
/// It finds accidents, not intent: an address in an unusual form passes.
package enum PersonalData {
    /// What a name or a value seems to hold.
    package enum Kind: String, Sendable {
        case email = "an e-mail address"
        case phone = "a phone number"
        case personName = "the name of a person"
        case address = "an address"
        case nationalID = "a national identifier"
        case password = "a password"
        case token = "a token"
        case card = "a payment card number"
    }

    /// What the name of a parameter or property says that it holds.
    ///
    /// - Parameter name: The name, in snake case or camel case.
    /// - Returns: What it holds; `nil` for a name that is no cause for concern.
    package static func kind(ofName name: String) -> Kind? {
        let words = words(of: name)
        if let whole = wholeNames[words.joined()] { return whole }
        for word in words { if let kind = telltale[word] { return kind } }
        return nil
    }

    /// What a value looks like.
    ///
    /// - Parameter value: The value.
    /// - Returns: What it looks like; `nil` for a value that is no cause for concern.
    package static func kind(ofValue value: String) -> Kind? {
        let bytes = Array(value.utf8)
        guard bytes.count >= 6 else { return nil }
        if ranges(ofEmailsIn: bytes).first != nil { return .email }
        if isToken(bytes[...]) { return .token }
        return kind(ofDigits: bytes)
    }

    /// A text with addresses, tokens and card numbers replaced by what they are.
    ///
    /// - Parameter text: Text that a program wrote, for example the message of an error.
    /// - Returns: The text, with `‹e-mail›`, `‹token›` or `‹digits›` in place of what was found.
    package static func redacted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let found =
            ranges(ofEmailsIn: bytes).map { ($0, "‹e-mail›") } + ranges(ofTokensIn: bytes).map { ($0, "‹token›") }
            + ranges(ofNumbersIn: bytes).map { ($0, "‹digits›") }
        guard !found.isEmpty else { return text }
        var redacted = ""
        var end = 0
        for (place, replacement) in found.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            // What overlaps goes with what it overlaps.
            if place.lowerBound >= end {
                redacted += String(decoding: bytes[end..<place.lowerBound], as: UTF8.self) + replacement
            }
            end = max(end, place.upperBound)
        }
        return redacted + String(decoding: bytes[end...], as: UTF8.self)
    }

    private static let telltale: [String: Kind] = [
        "email": .email, "mail": .email, "phone": .phone, "mobile": .phone, "ssn": .nationalID, "passport": .nationalID,
        "password": .password, "passwd": .password, "secret": .password, "token": .token, "jwt": .token,
        "address": .address, "street": .address,
    ]
    private static let wholeNames: [String: Kind] = [
        "name": .personName, "fullname": .personName, "firstname": .personName, "lastname": .personName,
        "username": .personName, "surname": .personName, "displayname": .personName, "ipaddress": .address,
        "creditcard": .card, "cardnumber": .card, "iban": .card, "phonenumber": .phone, "emailaddress": .email,
    ]

    /// The words of `user_email`, `userEmail` and `USER-EMAIL`, in lower case.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            guard character.isLetter || character.isNumber else {
                words.append(word)
                word = ""
                wasLower = false
                continue
            }
            if character.isUppercase, wasLower {
                words.append(word)
                word = ""
            }
            wasLower = !character.isUppercase
            word += character.lowercased()
        }
        return (words + [word]).filter { !$0.isEmpty }
    }

    /// Where `local@domain.tld` stands.
    private static func ranges(ofEmailsIn bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "@") {
            var start = place
            while start > 0, isLocal(bytes[start - 1]) { start -= 1 }
            var end = place + 1
            while end < bytes.count, isDomain(bytes[end]) { end += 1 }
            while end > place, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }
            guard start < place, let dot = bytes[place..<end].lastIndex(of: UInt8(ascii: ".")) else { continue }
            guard dot > place + 1, end - dot > 2, bytes[(dot + 1)..<end].allSatisfy(isLetter) else { continue }
            found.append(start..<end)
        }
        return found
    }

    /// Three parts of Base64URL, the first of which begins as every JSON object does.
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: Array("eyJ".utf8)), bytes.count >= 20 else { return false }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { $0.allSatisfy(isTokenByte) }
    }

    /// Where signed and encrypted tokens stand, of three parts or five; a full stop may end the sentence behind one.
    private static func ranges(ofTokensIn bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { !isTokenByte($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
            let run = bytes[start..<end]
            let parts = run.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let counts = [parts.count, (parts.lastIndex { !$0.isEmpty } ?? -1) + 1]
            for (index, part) in parts.enumerated() {
                guard let count = counts.first(where: { [3, 5].contains($0 - index) }),
                    let place = part.indices.first(where: { part[$0...].starts(with: "eyJ".utf8) }),
                    parts[count - 1].endIndex - place >= 20
                else { continue }
                found.append(place..<parts[count - 1].endIndex)
                break
            }
            start = end + 1
        }
        return found
    }

    /// Where numbers of phones and cards stand, in groups or in one.
    private static func ranges(ofNumbersIn bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let isInWord = start > 0 && (isLetter(bytes[start - 1]) || isDigit(bytes[start - 1]))
            if !isInWord, let end = endOfNumber(bytes, from: start) {
                found.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return found
    }

    /// The end of the longest number of a phone or a card that begins here.
    private static func endOfNumber(_ bytes: [UInt8], from start: Int) -> Int? {
        let hasPlus = bytes[start] == UInt8(ascii: "+")
        guard hasPlus || isDigit(bytes[start]) else { return nil }
        var found: Int?
        var (digits, group, gap) = (0, 0, 0)
        for place in (start + (hasPlus ? 1 : 0))..<min(bytes.count, start + longestNumber) {
            if isDigit(bytes[place]) {
                (digits, group, gap) = (digits + 1, group + 1, 0)
            } else {
                // The groups of a card have four digits at least; those of a phone may stand in brackets.
                guard numberSigns.contains(bytes[place]), hasPlus || (group >= 4 && gap == 0), gap < 2 else { break }
                (group, gap) = (gap == 0 ? 0 : group, gap + 1)
            }
            guard digits <= 19 else { break }
            let end = place + 1
            let isEnd = gap == 0 && (end == bytes.count || !(isDigit(bytes[end]) || isLetter(bytes[end])))
            if isEnd, kind(ofDigits: Array(bytes[start..<end])) != nil { found = end }
        }
        return found
    }

    private static let numberSigns = Array(" -()./".utf8)
    /// Nineteen digits with two signs between each two.
    private static let longestNumber = 60

    /// A number with its country's code, or the number of a payment card: 14 to 19 digits whose last one is right.
    private static func kind(ofDigits bytes: [UInt8]) -> Kind? {
        let hasPlus = bytes.first == UInt8(ascii: "+")
        var digits: [Int] = []
        for byte in hasPlus ? bytes.dropFirst() : bytes[...] {
            if (48...57).contains(byte) {
                digits.append(Int(byte) - 48)
            } else if !numberSigns.contains(byte) {
                return nil
            }
        }
        if hasPlus, (8...15).contains(digits.count) { return .phone }
        // Other numbers of that length are mostly times in milliseconds, which begin with 1.
        guard (14...19).contains(digits.count), let first = digits.first, (2...6).contains(first) else { return nil }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum.isMultiple(of: 10) ? .card : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isLocal(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "._%+-".utf8.contains(byte)
    }
    private static func isDomain(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || ".-".utf8.contains(byte) }
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "_-".utf8.contains(byte)
    }
}
