/// Where the choice of an appearance is kept.
///
/// Make it `@Observable`, as the stores here are: then all themes over one store change together.
@MainActor
public protocol ThemeStore: AnyObject {
    /// What is kept, a `ThemeMode.rawValue` or anything else that once was; `nil` for nothing.
    var storedMode: String? { get set }
}
