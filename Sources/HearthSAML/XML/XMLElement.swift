/// A name with the namespace that it belongs to.
struct XMLName: Sendable, Hashable {
    /// Empty for a name without one.
    let prefix: String
    let local: String
    /// Empty for none.
    let namespace: String

    func `is`(_ local: String, in namespace: String) -> Bool {
        self.local == local && self.namespace == namespace
    }
}

/// An attribute that declares no namespace.
struct XMLAttribute: Sendable, Hashable {
    let name: XMLName
    let value: String
}

/// What is inside an element.
enum XMLNode: Sendable {
    case element(XMLElement)
    case text(String)
}

/// An element of a document, with everything in it.
struct XMLElement: Sendable {
    let name: XMLName
    let attributes: [XMLAttribute]
    /// The namespaces that hold in the element, by prefix: those of its ancestors and its own.
    let namespaces: [String: String]
    let children: [XMLNode]
    /// The place in the document, by which an element is told from an equal one.
    let position: Int

    /// The elements directly inside.
    var elements: [XMLElement] {
        children.compactMap { node in
            if case .element(let element) = node { element } else { nil }
        }
    }

    /// The elements directly inside that have a name.
    func elements(_ local: String, in namespace: String) -> [XMLElement] {
        elements.filter { $0.name.is(local, in: namespace) }
    }

    /// The one element directly inside that has a name; `nil` if there are more or none.
    func only(_ local: String, in namespace: String) -> XMLElement? {
        let found = elements(local, in: namespace)
        return found.count == 1 ? found.first : nil
    }

    /// The value of an attribute without a namespace.
    func attribute(_ local: String) -> String? {
        attributes.first { $0.name.is(local, in: "") }?.value
    }

    /// The text inside, if there is nothing but text.
    var text: String? {
        var text = ""
        for node in children {
            guard case .text(let piece) = node else { return nil }
            text += piece
        }
        return text
    }

    /// The element and all below it.
    func forEach(_ body: (XMLElement) -> Void) {
        body(self)
        for element in elements { element.forEach(body) }
    }
}

/// Why a document is not read.
struct XMLFailure: Error, Sendable, Hashable {
    let reason: String
}
