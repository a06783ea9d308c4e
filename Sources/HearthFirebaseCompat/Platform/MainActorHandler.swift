/// A closure of the app that is called on the main actor alone, whatever it captures.
///
/// FirebaseAuth takes plain closures, so this module does: code that captures an object of no particular isolation
/// compiles as before. `@unchecked Sendable`, because the compiler cannot know that the closure is only passed on until
/// the main actor calls it, as FirebaseAuth does.
struct MainActorHandler<Input>: @unchecked Sendable {
    private let body: (Input) -> Void

    init(_ body: @escaping (Input) -> Void) {
        self.body = body
    }

    @MainActor
    func callAsFunction(_ input: Input) {
        body(input)
    }
}
