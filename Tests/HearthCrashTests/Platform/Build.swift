/// How the tests are compiled.
enum Build {
    #if DEBUG
    static let isDebug = true
    #else
    static let isDebug = false
    #endif
}
