internal import HearthCore
internal import HearthFunctionsWire
internal import HearthHTTP
public import HearthTriggers

/// A function of a host that acts on events.
struct EventFunction: Sendable {
    let declaration: TriggerDeclaration
    let function: HostedFunction
    let body: @Sendable (TriggerEvent) async throws -> Void
}

extension FunctionsHost {
    /// The functions that act on events, for a `TriggerOutbox` in the same process.
    public var triggers: [Trigger] {
        eventFunctions.withLock { $0 }.map { added in
            Trigger(added.declaration) { [self] event in try await act(on: event, added) }
        }
    }

    /// What the servers beside this host tell and ask it.
    public var manifest: FunctionsManifest {
        FunctionsManifest(
            triggers: eventFunctions.withLock { $0.map(\.declaration) },
            blocking: blocking.withLock { $0 },
            callable: names.map { "/\(project)/\($0)" },
            scheduled: schedules.withLock { $0.map(\.function.name) }
        )
    }

    private func act(on event: TriggerEvent, _ added: EventFunction) async throws {
        let deadline = environment.now() + added.function.options.timeout
        let thrown = Locked<(any Error)?>(nil)
        do {
            try await run(added.function, until: deadline) {
                do {
                    try await added.body(event)
                } catch {
                    thrown.withLock { $0 = error }
                    throw error
                }
            }
        } catch let error as HTTPSError where error.code == .unavailable && running.isDraining {
            throw UnreachableFunction("the host ends")
        } catch let error as HTTPSError where error.code == .internal {
            // No caller reads it, but the operator who looks at what failed.
            throw thrown.withLock { $0 } ?? error
        }
    }

    func add(
        _ declaration: TriggerDeclaration,
        _ options: FunctionOptions,
        _ body: @escaping @Sendable (TriggerEvent) async throws -> Void
    ) throws(FunctionRegistrationError) {
        let name = declaration.function
        guard Self.isName(name) else { throw FunctionRegistrationError(.invalidName, name) }
        let function = HostedFunction(name: name, options: options, work: .request { _ in .init(status: 404) })
        let isNew = eventFunctions.withLock { functions in
            guard !functions.contains(where: { $0.declaration.function == name }) else { return false }
            functions.append(EventFunction(declaration: declaration, function: function, body: body))
            return true
        }
        guard isNew else { throw FunctionRegistrationError(.duplicate, name) }
        environment.whenAdded()
    }
}
