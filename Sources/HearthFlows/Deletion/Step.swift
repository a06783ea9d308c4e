public import HearthAuth

/// Something of the app's own that has to be deleted before the account.
///
/// A step may run again after it was interrupted, so doing it twice must be harmless.
public struct Step: Sendable {
    /// The name, unique among the steps, by which the step is known when a deletion is resumed.
    public let name: String
    let run: @Sendable (User) async throws -> Void

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - name: The name, which must not change between two versions of the app.
    ///   - run: Deletes what is the user's.
    public init(_ name: String, _ run: @escaping @Sendable (User) async throws -> Void) {
        self.name = name
        self.run = run
    }

    /// The first name that two steps have.
    static func repeatedName(in steps: [Step]) -> String? {
        var names: Set<String> = []
        return steps.first { !names.insert($0.name).inserted }?.name
    }
}

/// Puts the steps of a deletion together.
@resultBuilder
public enum StepBuilder {
    /// One step.
    public static func buildExpression(_ step: Step) -> [Step] { [step] }
    /// Several steps.
    public static func buildExpression(_ steps: [Step]) -> [Step] { steps }
    /// One after the other.
    public static func buildBlock(_ steps: [Step]...) -> [Step] { Array(steps.joined()) }
    /// Steps under a condition.
    public static func buildOptional(_ steps: [Step]?) -> [Step] { steps ?? [] }
    /// Steps of the first branch.
    public static func buildEither(first steps: [Step]) -> [Step] { steps }
    /// Steps of the second branch.
    public static func buildEither(second steps: [Step]) -> [Step] { steps }
    /// Steps of a loop.
    public static func buildArray(_ steps: [[Step]]) -> [Step] { Array(steps.joined()) }
}
