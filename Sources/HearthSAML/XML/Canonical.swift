/// The one form of an element's text that is signed:
/// [Exclusive XML Canonicalization](https://www.w3.org/TR/xml-exc-c14n/), without comments.
struct Canonical {
    /// Prefixes that are declared although nothing shows that they are used; empty for the default namespace.
    let inclusivePrefixes: Set<String>
    /// The element that is left out, by its position: the signature itself.
    let omitted: Int?

    private var output: [UInt8] = []

    private init(_ prefixes: Set<String>, omitting omitted: Int?) {
        inclusivePrefixes = prefixes
        self.omitted = omitted
    }

    /// The canonical form of an element.
    static func bytes(of element: XMLElement, inclusivePrefixes: Set<String> = [], omitting: Int? = nil) -> [UInt8] {
        var canonical = Canonical(inclusivePrefixes, omitting: omitting)
        canonical.write(element, rendered: [:])
        return canonical.output
    }

    private mutating func write(_ element: XMLElement, rendered: [String: String]) {
        guard element.position != omitted else { return }
        let tag = Self.spelling(element.name)
        output += Array("<\(tag)".utf8)
        let shown = declarations(of: element, rendered)
        for (prefix, uri) in shown.sorted(by: { $0.prefix.utf8.lexicographicallyPrecedes($1.prefix.utf8) }) {
            output += Array((prefix.isEmpty ? " xmlns=\"" : " xmlns:\(prefix)=\"").utf8)
            writeValue(uri)
            output.append(UInt8(ascii: "\""))
        }
        for attribute in element.attributes.sorted(by: Self.precedes) {
            output += Array(" \(Self.spelling(attribute.name))=\"".utf8)
            writeValue(attribute.value)
            output.append(UInt8(ascii: "\""))
        }
        output.append(UInt8(ascii: ">"))
        var rendered = rendered
        for (prefix, uri) in shown { rendered[prefix] = uri }
        for child in element.children {
            switch child {
            case .element(let element): write(element, rendered: rendered)
            case .text(let text): writeText(text)
            }
        }
        output += Array("</\(tag)>".utf8)
    }

    /// The declarations that the element needs and that none of the elements around it has.
    private func declarations(of element: XMLElement, _ rendered: [String: String]) -> [(prefix: String, uri: String)] {
        var used: Set<String> = [element.name.prefix]
        for attribute in element.attributes where !attribute.name.prefix.isEmpty { used.insert(attribute.name.prefix) }
        for prefix in inclusivePrefixes where element.namespaces[prefix] != nil { used.insert(prefix) }
        return used.compactMap { prefix in
            guard prefix != "xml" else { return nil }
            let uri = element.namespaces[prefix] ?? ""
            guard rendered[prefix] ?? "" != uri else { return nil }
            return (prefix, uri)
        }
    }

    private static func spelling(_ name: XMLName) -> String {
        name.prefix.isEmpty ? name.local : "\(name.prefix):\(name.local)"
    }

    private static func precedes(_ left: XMLAttribute, _ right: XMLAttribute) -> Bool {
        guard left.name.namespace == right.name.namespace else {
            return left.name.namespace.utf8.lexicographicallyPrecedes(right.name.namespace.utf8)
        }
        return left.name.local.utf8.lexicographicallyPrecedes(right.name.local.utf8)
    }

    private mutating func writeText(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output += Array("&amp;".utf8)
            case UInt8(ascii: "<"): output += Array("&lt;".utf8)
            case UInt8(ascii: ">"): output += Array("&gt;".utf8)
            case 0x0D: output += Array("&#xD;".utf8)
            default: output.append(byte)
            }
        }
    }

    private mutating func writeValue(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output += Array("&amp;".utf8)
            case UInt8(ascii: "<"): output += Array("&lt;".utf8)
            case UInt8(ascii: "\""): output += Array("&quot;".utf8)
            case 0x09: output += Array("&#x9;".utf8)
            case 0x0A: output += Array("&#xA;".utf8)
            case 0x0D: output += Array("&#xD;".utf8)
            default: output.append(byte)
            }
        }
    }
}
