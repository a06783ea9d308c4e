/// Writes a syntax tree as source that parses to an equal tree.
struct Printer {
    private(set) var text = ""
    private var indentation = 0

    static func print(_ file: RulesFile) -> String {
        var printer = Printer()
        printer.line("rules_version = '\(file.version)';")
        for function in file.functions { printer.function(function) }
        for service in file.services { printer.service(service) }
        return printer.text
    }

    private mutating func line(_ line: String) {
        text += String(repeating: "  ", count: indentation) + line + "\n"
    }

    private mutating func block(_ head: String, _ body: (inout Printer) -> Void) {
        line(head + " {")
        indentation += 1
        body(&self)
        indentation -= 1
        line("}")
    }

    private mutating func service(_ service: ServiceDeclaration) {
        block("service \(service.name.text)") { printer in
            for function in service.functions { printer.function(function) }
            for match in service.matches { printer.match(match) }
        }
    }

    private mutating func match(_ match: MatchDeclaration) {
        let path = match.pattern.map { segment in
            switch segment.kind {
            case .literal(let text): "/" + text
            case .wildcard(let name): "/{\(name)}"
            case .glob(let name): "/{\(name)=**}"
            }
        }
        block("match " + path.joined()) { printer in
            for function in match.functions { printer.function(function) }
            for item in match.items {
                switch item {
                case .match(let nested): printer.match(nested)
                case .allow(let statement): printer.allow(statement)
                }
            }
        }
    }

    private mutating func allow(_ statement: AllowStatement) {
        let operations = statement.operations.map(\.rawValue).joined(separator: ", ")
        guard let condition = statement.condition else { return line("allow \(operations);") }
        line("allow \(operations): if \(Self.print(condition));")
    }

    private mutating func function(_ function: FunctionDeclaration) {
        let parameters = function.parameters.map(\.text).joined(separator: ", ")
        block("function \(function.name.text)(\(parameters))") { printer in
            for variable in function.variables {
                printer.line("let \(variable.name.text) = \(Self.print(variable.value));")
            }
            printer.line("return \(Self.print(function.body));")
        }
    }
}

extension Printer {
    static func print(_ expression: Expression) -> String {
        switch expression.kind {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .float(let value): "\(value)"
        case .string(let text): quoted(text)
        case .bytes(let bytes): "b'" + bytes.map(escaped).joined() + "'"
        case .list(let items): "[" + print(items) + "]"
        case .map(let entries):
            "{" + entries.map { quoted($0.key) + ": " + print($0.value) }.joined(separator: ", ") + "}"
        case .path(let parts): parts.map(print).joined()
        case .name(let name): name
        case .member(let object, let name): print(object) + "." + name.text
        case .index(let object, let index): print(object) + "[" + print(index) + "]"
        case .slice(let object, let from, let to):
            print(object) + "[" + (from.map(print) ?? "") + " : " + (to.map(print) ?? "") + "]"
        case .call(let name, let arguments): name.text + "(" + print(arguments) + ")"
        case .method(let object, let name, let arguments): "\(print(object)).\(name.text)(\(print(arguments)))"
        case .unary(let operation, let operand): operation.rawValue + print(operand)
        case .binary(let operation, let left, let right): "\(print(left)) \(operation.rawValue) \(print(right))"
        case .isType(let value, let type): "\(print(value)) is \(type.text)"
        case .conditional(let condition, let first, let second):
            "\(print(condition)) ? \(print(first)) : \(print(second))"
        case .parentheses(let inner): "(" + print(inner) + ")"
        }
    }

    private static func print(_ expressions: [Expression]) -> String {
        expressions.map(print).joined(separator: ", ")
    }

    private static func print(_ part: Expression.PathPart) -> String {
        switch part {
        case .literal(let segment): "/" + segment
        case .interpolation(let value): "/$(" + print(value) + ")"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\":
                result.append("\\")
                result.append(scalar)
            case _ where scalar.value < 0x20: result.append(contentsOf: escaped(UInt8(scalar.value)).unicodeScalars)
            default: result.append(scalar)
            }
        }
        result.append("'")
        return String(result)
    }

    private static func escaped(_ byte: UInt8) -> String {
        let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
        return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
