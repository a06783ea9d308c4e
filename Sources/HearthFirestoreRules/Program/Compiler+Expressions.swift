extension Compiler {
    mutating func compile(_ expression: Expression, in scope: Int) -> NodeID {
        let span = expression.span
        switch expression.kind {
        case .null: return parts.add(constant: .null, span)
        case .bool(let truth): return parts.add(constant: .bool(truth), span)
        case .int(let number): return parts.add(constant: .int(number), span)
        case .float(let number): return parts.add(constant: .float(number), span)
        case .string(let text): return parts.add(constant: .string(text), span)
        case .bytes(let bytes): return parts.add(constant: .bytes(bytes), span)
        case .list(let items): return parts.add(.list(compile(items, in: scope)), span)
        case .map(let entries): return map(entries, span, in: scope)
        case .path(let segments): return path(segments, span, in: scope)
        case .name(let name): return variable(name, span, in: scope)
        case .member(let object, let name):
            return parts.add(.member(compile(object, in: scope), name: parts.add(name: name.text)), span)
        case .index(let object, let index):
            return parts.add(.index(compile(object, in: scope), compile(index, in: scope)), span)
        case .slice(let object, let from, let to):
            let object = compile(object, in: scope)
            let from = from.map { compile($0, in: scope) }
            return parts.add(.slice(object, from: from, to: to.map { compile($0, in: scope) }), span)
        case .call(let name, let arguments): return call(name, arguments, span, in: scope)
        case .method(let object, let name, let arguments): return method(object, name, arguments, span, in: scope)
        case .unary(let operation, let operand):
            let operand = compile(operand, in: scope)
            return parts.add(operation == .not ? .not(operand) : .minus(operand), span)
        case .binary(let operation, let left, let right):
            let (left, right) = (compile(left, in: scope), compile(right, in: scope))
            switch operation {
            case .and: return parts.add(.and(left, right), span)
            case .or: return parts.add(.or(left, right), span)
            default: return parts.add(.binary(operation, left, right), span)
            }
        case .isType(let value, let type):
            return parts.add(.isType(compile(value, in: scope), TypeName(rawValue: type.text)), span)
        case .conditional(let condition, let first, let second):
            let condition = compile(condition, in: scope)
            return parts.add(.conditional(condition, compile(first, in: scope), compile(second, in: scope)), span)
        case .parentheses(let inner):
            // The expression takes the place of the parentheses and begins where they do.
            let node = compile(inner, in: scope)
            parts.spans[Int(node)] = span
            return node
        }
    }

    private mutating func compile(_ expressions: [Expression], in scope: Int) -> NodeRange {
        let ids = expressions.map { compile($0, in: scope) }
        return parts.add(ids)
    }

    private mutating func map(_ entries: [Expression.MapEntry], _ span: SourceSpan, in scope: Int) -> NodeID {
        let values = compile(entries.map(\.value), in: scope)
        let keys = Int32(parts.names.count)
        parts.names += entries.map(\.key)
        return parts.add(.map(values, keys: keys), span)
    }

    private mutating func path(_ segments: [Expression.PathPart], _ span: SourceSpan, in scope: Int) -> NodeID {
        let compiled = segments.map { segment -> Program.PathPart in
            switch segment {
            case .literal(let text): .literal(text)
            case .interpolation(let value): .node(compile(value, in: scope))
            }
        }
        let first = Int32(parts.pathParts.count)
        parts.pathParts += compiled
        return parts.add(.path(NodeRange(first: first, count: Int32(compiled.count))), span)
    }

    private mutating func variable(_ name: String, _ span: SourceSpan, in scope: Int) -> NodeID {
        if let slot = locals[name] {
            usedLocals.insert(slot)
            return parts.add(.local(Int32(slot)), span)
        }
        if let number = scopes[scope].wildcards[name] { return parts.add(.wildcard(Int32(number)), span) }
        switch name {
        case "request": return parts.add(.request, span)
        case "resource": return parts.add(.resource, span)
        default:
            issues.warning("Invalid variable name: \(name).", at: span)
            return parts.add(.unknownName(parts.add(name: name)), span)
        }
    }

    /// The function of a name that a scope sees, the innermost one.
    private func function(_ name: String, in scope: Int) -> Int? {
        var current: Int? = scope
        while let index = current {
            if let function = scopes[index].functions[name] { return function }
            current = scopes[index].parent
        }
        return nil
    }

    private mutating func call(_ name: Name, _ arguments: [Expression], _ span: SourceSpan, in scope: Int) -> NodeID {
        let range = compile(arguments, in: scope)
        if let function = function(name.text, in: scope) {
            if let currentFunction { parts.functions[currentFunction].calls.insert(function) }
            let expected = parts.functions[function].declaration.parameters.count
            checkCount(arguments.count, expected, of: name.text, at: name.span)
            return parts.add(.call(Int32(function), range), span)
        }
        return builtin(name.text, name.span, range, arguments.count, span)
    }

    private mutating func builtin(
        _ name: String,
        _ nameSpan: SourceSpan,
        _ arguments: NodeRange,
        _ count: Int,
        _ span: SourceSpan
    ) -> NodeID {
        guard let function = BuiltinFunction(rawValue: name) else {
            issues.warning("Invalid function name: \(name).", at: nameSpan)
            return parts.add(.unknownFunction(parts.add(name: name), arguments), span)
        }
        checkCount(count, function.parameterCount, of: name, at: nameSpan)
        return parts.add(.builtin(function, arguments), span)
    }

    private mutating func checkCount(_ count: Int, _ expected: Int, of name: String, at span: SourceSpan) {
        guard count != expected else { return }
        issues.warning("Incorrect number of arguments supplied to function: \(name).", at: span)
    }

    private mutating func method(
        _ object: Expression,
        _ name: Name,
        _ arguments: [Expression],
        _ span: SourceSpan,
        in scope: Int
    ) -> NodeID {
        if case .name(let package) = object.kind, isPackage(package) {
            let range = compile(arguments, in: scope)
            return builtin(package + "." + name.text, name.span, range, arguments.count, span)
        }
        let receiver = compile(object, in: scope)
        let range = compile(arguments, in: scope)
        guard let method = MethodName(rawValue: name.text) else {
            issues.warning("Invalid function name: \(name.text).", at: name.span)
            return parts.add(.unknownMethod(receiver, name: parts.add(name: name.text), range), span)
        }
        checkCount(arguments.count, method.parameterCount, of: name.text, at: name.span)
        return parts.add(.method(receiver, method, range, pattern: pattern(method, arguments)), span)
    }

    /// Compiles a regular expression that is a literal; a malformed one is an error when it is used.
    private mutating func pattern(_ method: MethodName, _ arguments: [Expression]) -> Int32? {
        guard method.takesPattern, let argument = arguments.first, case .string(let text) = argument.kind else {
            return nil
        }
        do throws(PatternError) {
            parts.patterns.append(try PatternProgram(text))
            return Int32(parts.patterns.count - 1)
        } catch {
            issues.warning("Invalid regular expression pattern: \(error.reason).", at: argument.span)
            return nil
        }
    }
}
