internal import HearthCore

/// Reads the documents that are signed: a part of XML 1.0 with namespaces in which nothing can be read in two ways.
///
/// There are no document types, entities of one's own, comments, processing instructions and sections of character data:
/// identity providers write none of them, and attacks on signatures are made of them. Time and memory grow with the
/// bytes; depth and the number of elements have limits.
struct XMLParser {
    static let mostBytes = 1 << 18
    private static let deepest = 50
    private static let mostElements = 5000
    private static let mostAttributes = 100

    private let bytes: [UInt8]
    private var at = 0
    private var count = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a document.
    ///
    /// - Throws: ``XMLFailure``.
    static func parse(_ bytes: [UInt8]) throws(XMLFailure) -> XMLElement {
        guard bytes.count <= mostBytes else { throw XMLFailure(reason: "the document is too long") }
        guard let text = String(utf8Bytes: bytes) else {
            throw XMLFailure(reason: "the document is not UTF-8")
        }
        guard text.unicodeScalars.allSatisfy(isCharacter) else {
            throw XMLFailure(reason: "a character that XML does not have")
        }
        var parser = XMLParser(bytes)
        try parser.skipDeclaration()
        parser.skipSpace()
        guard parser.peek == UInt8(ascii: "<") else { throw XMLFailure(reason: "the document has no element") }
        let root = try parser.element(in: ["xml": XMLParser.xmlNamespace], depth: 0)
        parser.skipSpace()
        guard parser.at == bytes.count else { throw XMLFailure(reason: "something follows the document") }
        return root
    }

    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
    private static let declarations = "http://www.w3.org/2000/xmlns/"

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private func starts(with text: String) -> Bool {
        bytes[at...].starts(with: text.utf8)
    }

    private mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { at += 1 }
    }

    private mutating func skipDeclaration() throws(XMLFailure) {
        guard starts(with: "<?xml ") else { return }
        guard
            let end = bytes[at...].prefix(200).firstIndex(of: UInt8(ascii: "?")).flatMap({ first in
                bytes[(first + 1)...].prefix(200).firstIndex(of: UInt8(ascii: "?"))
            }), end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ">")
        else { throw XMLFailure(reason: "the declaration has no end") }
        let words = String(decoding: bytes[at..<end], as: UTF8.self).lowercased()
        guard !words.contains("encoding") || words.contains("utf-8") else {
            throw XMLFailure(reason: "the document is not UTF-8")
        }
        at = end + 2
    }

    private mutating func expect(_ text: String) throws(XMLFailure) {
        guard starts(with: text) else { throw XMLFailure(reason: "'\(text)' is expected") }
        at += text.utf8.count
    }

    private mutating func element(in outer: [String: String], depth: Int) throws(XMLFailure) -> XMLElement {
        count += 1
        guard depth < Self.deepest, count <= Self.mostElements else {
            throw XMLFailure(reason: "the document is too large")
        }
        let position = count
        try expect("<")
        let tag = try rawName()
        let raw = try rawAttributes()
        let namespaces = try Self.namespaces(of: raw, in: outer)
        let attributes = try Self.attributes(raw, namespaces)
        let name = try Self.name(tag, namespaces, isAttribute: false)
        var children: [XMLNode] = []
        if starts(with: "/>") {
            at += 2
        } else {
            try expect(">")
            children = try content(in: namespaces, depth: depth)
            try expect("</")
            guard try rawName() == tag else { throw XMLFailure(reason: "an element ends with another name") }
            skipSpace()
            try expect(">")
        }
        return XMLElement(
            name: name,
            attributes: attributes,
            namespaces: namespaces,
            children: children,
            position: position
        )
    }

    private mutating func content(in namespaces: [String: String], depth: Int) throws(XMLFailure) -> [XMLNode] {
        var children: [XMLNode] = []
        var text: [UInt8] = []
        func flush() {
            if !text.isEmpty { children.append(.text(String(decoding: text, as: UTF8.self))) }
            text.removeAll()
        }
        while let byte = peek {
            if byte == UInt8(ascii: "<") {
                if starts(with: "</") {
                    flush()
                    return children
                }
                flush()
                children.append(.element(try element(in: namespaces, depth: depth + 1)))
            } else {
                try character(into: &text)
            }
        }
        throw XMLFailure(reason: "an element has no end")
    }

    /// One character of text or of an attribute's value, with its reference resolved and line ends made alike.
    private mutating func character(into text: inout [UInt8], isAttribute: Bool = false) throws(XMLFailure) {
        let byte = bytes[at]
        switch byte {
        case UInt8(ascii: "&"): text += try reference()
        case 0x0D:
            at += peekNext == 0x0A ? 2 : 1
            text.append(isAttribute ? 0x20 : 0x0A)
        case 0x09, 0x0A:
            at += 1
            text.append(isAttribute ? 0x20 : byte)
        default:
            // `]]>` is no text.
            if !isAttribute, byte == UInt8(ascii: "]"), starts(with: "]]>") {
                throw XMLFailure(reason: "']]>' in text")
            }
            at += 1
            text.append(byte)
        }
    }

    private var peekNext: UInt8? { at + 1 < bytes.count ? bytes[at + 1] : nil }

    private static let entities: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
        "apos": UInt8(ascii: "'"),
    ]

    private mutating func reference() throws(XMLFailure) -> [UInt8] {
        guard let end = bytes[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw XMLFailure(reason: "a reference has no end")
        }
        let name = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
        at = end + 1
        if let byte = Self.entities[name] { return [byte] }
        let isHex = name.hasPrefix("#x")
        let digits = name.dropFirst(isHex ? 2 : 1)
        guard name.hasPrefix("#"), digits.utf8.allSatisfy(Self.isDigit(isHex)), !digits.isEmpty,
            let number = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number),
            Self.isCharacter(scalar)
        else { throw XMLFailure(reason: "an unknown reference") }
        return Array(String(Character(scalar)).utf8)
    }

    /// Whether a document can hold the character, by itself or as a reference.
    ///
    /// It is [`Char`](https://www.w3.org/TR/xml/#NT-Char) of XML 1.0: U+FFFE and U+FFFF are none, other noncharacters are.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func isDigit(_ isHex: Bool) -> (UInt8) -> Bool {
        { byte in
            (48...57).contains(byte) || isHex && ((65...70).contains(byte) || (97...102).contains(byte))
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// A name as it is written: letters, digits, `-`, `_`, `.` and at most one colon.
    private mutating func rawName() throws(XMLFailure) -> String {
        let start = at
        while let byte = peek, Self.isNameByte(byte) { at += 1 }
        let name = String(decoding: bytes[start..<at], as: UTF8.self)
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        let isRight =
            parts.count <= 2
            && parts.allSatisfy { part in
                part.utf8.first.map { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 || $0 == UInt8(ascii: "_") } ?? false
            }
        guard isRight else { throw XMLFailure(reason: "a name is expected") }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private mutating func rawAttributes() throws(XMLFailure) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        while true {
            let before = at
            skipSpace()
            guard let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") else { return found }
            guard at > before, found.count < Self.mostAttributes else {
                throw XMLFailure(reason: "an attribute is expected")
            }
            let name = try rawName()
            skipSpace()
            try expect("=")
            skipSpace()
            guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw XMLFailure(reason: "a value is expected")
            }
            at += 1
            var value: [UInt8] = []
            while let byte = peek, byte != quote {
                guard byte != UInt8(ascii: "<") else { throw XMLFailure(reason: "'<' in a value") }
                try character(into: &value, isAttribute: true)
            }
            guard peek == quote else { throw XMLFailure(reason: "a value has no end") }
            at += 1
            guard !found.contains(where: { $0.name == name }) else { throw XMLFailure(reason: "an attribute twice") }
            found.append((name, String(decoding: value, as: UTF8.self)))
        }
    }

    private static func namespaces(
        of attributes: [(name: String, value: String)],
        in outer: [String: String]
    ) throws(XMLFailure) -> [String: String] {
        var namespaces = outer
        for attribute in attributes {
            if attribute.name == "xmlns" {
                namespaces[""] = attribute.value
            } else if attribute.name.hasPrefix("xmlns:") {
                let prefix = String(attribute.name.dropFirst("xmlns:".count))
                guard prefix != "xml", prefix != "xmlns", !attribute.value.isEmpty else {
                    throw XMLFailure(reason: "a namespace that cannot be declared")
                }
                namespaces[prefix] = attribute.value
            }
            let isReserved = attribute.value == declarations || attribute.value == xmlNamespace
            guard !(isReserved && attribute.name.hasPrefix("xmlns")) else {
                throw XMLFailure(reason: "a namespace that cannot be declared")
            }
        }
        return namespaces
    }

    private static func attributes(
        _ raw: [(name: String, value: String)],
        _ namespaces: [String: String]
    ) throws(XMLFailure) -> [XMLAttribute] {
        var attributes: [XMLAttribute] = []
        for attribute in raw where attribute.name != "xmlns" && !attribute.name.hasPrefix("xmlns:") {
            let name = try name(attribute.name, namespaces, isAttribute: true)
            guard !attributes.contains(where: { $0.name.is(name.local, in: name.namespace) }) else {
                throw XMLFailure(reason: "an attribute twice")
            }
            attributes.append(XMLAttribute(name: name, value: attribute.value))
        }
        return attributes
    }

    private static func name(
        _ raw: String,
        _ namespaces: [String: String],
        isAttribute: Bool
    ) throws(XMLFailure) -> XMLName {
        let parts = raw.split(separator: ":")
        guard parts.count == 2 else {
            return XMLName(prefix: "", local: raw, namespace: isAttribute ? "" : namespaces[""] ?? "")
        }
        guard let namespace = namespaces[String(parts[0])] else { throw XMLFailure(reason: "an unknown prefix") }
        return XMLName(prefix: String(parts[0]), local: String(parts[1]), namespace: namespace)
    }
}
