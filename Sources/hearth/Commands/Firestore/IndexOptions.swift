internal import HearthFirestoreBackend
internal import HearthFirestoreModel
internal import HearthJSON

/// The options about Firestore's composite indexes.
struct IndexOptions {
    /// What the project declares.
    let file: IndexFile
    /// Whether a query whose index is missing is refused.
    let isStrict: Bool

    /// No index declared, and none demanded.
    static let none = IndexOptions(file: IndexFile(), isStrict: false)

    private init(file: IndexFile, isStrict: Bool) {
        self.file = file
        self.isStrict = isStrict
    }

    /// Reads the options.
    ///
    /// - Parameters:
    ///   - options: The options of a command.
    ///   - path: The file that a project names, for a command that was given none.
    /// - Throws: ``CommandFailure`` if the file cannot be read or is wrong.
    init(_ options: Options, else path: String? = nil) throws {
        isStrict = options.has("strict-indexes")
        guard let path = options.last("indexes") ?? path else {
            file = IndexFile()
            return
        }
        let text = try SystemEnvironment.text(ofFile: path)
        do {
            file = try IndexFile(try JSON.parse(Array(text.utf8)))
        } catch let error as FirestoreError {
            throw CommandFailure("\(path): \(error.message)")
        } catch let error as JSONError {
            throw CommandFailure("\(path): \(error.reason)")
        }
    }
}
