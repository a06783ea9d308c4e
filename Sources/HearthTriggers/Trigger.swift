/// A function that acts on events.
public struct Trigger: Sendable {
    /// What the function wants.
    public let declaration: TriggerDeclaration
    /// What the function does.
    private let deliver: @Sendable (TriggerEvent) async throws -> Void

    /// The function's name.
    public var function: String { declaration.function }

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - declaration: What the function wants.
    ///   - deliver: What the function does. It may see an event twice: after a crash, and after a failure. An
    ///     ``UnreachableFunction`` that it throws is no failure of the function: the event waits.
    public init(_ declaration: TriggerDeclaration, deliver: @escaping @Sendable (TriggerEvent) async throws -> Void) {
        self.declaration = declaration
        self.deliver = deliver
    }

    /// Lets the function act on an event.
    ///
    /// - Parameter event: The event.
    /// - Throws: ``UnreachableFunction`` if the event was not delivered, or what the function throws.
    public func run(_ event: TriggerEvent) async throws {
        try await TriggerOutbox.$hops.withValue(event.hops + 1) { try await deliver(event) }
    }
}

/// The function's host cannot be reached, and the event was not delivered.
public struct UnreachableFunction: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, for the log.
    public let reason: String

    /// Creates an error.
    ///
    /// - Parameter reason: Why, for the log.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// Why, for the log.
    public var description: String { reason }
}
