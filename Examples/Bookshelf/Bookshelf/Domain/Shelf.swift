/// Keeps the books of readers, in memory.
public actor Shelf {
    private var books: [Reader.ID: Set<String>] = [:]

    /// Creates an empty shelf.
    public init() {}

    /// Puts a book on a reader's shelf.
    ///
    /// - Parameters:
    ///   - title: The book.
    ///   - reader: The reader.
    public func add(_ title: String, for reader: Reader.ID) {
        books[reader, default: []].insert(title)
    }

    /// The books of a reader, sorted.
    ///
    /// - Parameter reader: The reader.
    /// - Returns: Their titles.
    public func titles(of reader: Reader.ID) -> [String] {
        (books[reader] ?? []).sorted()
    }

    /// Copies a guest's books to a reader; doing it twice does no harm.
    ///
    /// - Parameters:
    ///   - guest: The guest.
    ///   - reader: The reader.
    public func copy(from guest: Reader.ID, to reader: Reader.ID) {
        books[reader, default: []].formUnion(books[guest] ?? [])
    }

    /// Deletes every book of a reader.
    ///
    /// - Parameter reader: The reader.
    public func deleteAll(of reader: Reader.ID) {
        books[reader] = nil
    }
}
