/// A value that never changes, and is copied as one reference however large it is.
///
/// States are read at every frame, and most readers look at one field.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
