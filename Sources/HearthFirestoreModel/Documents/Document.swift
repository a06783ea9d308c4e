/// A document: its name, its fields, and when it came to be what it is.
public struct Document: Sendable, Hashable {
    /// The full name.
    public var name: ResourceName
    /// The fields, possibly none.
    public var fields: Fields
    /// When it was created; `nil` in what a client sends.
    public var createTime: Timestamp?
    /// When it was changed last; `nil` in what a client sends.
    public var updateTime: Timestamp?

    /// Puts a document together.
    ///
    /// - Parameters:
    ///   - name: The full name.
    ///   - fields: The fields. Defaults to none.
    ///   - createTime: When it was created. Defaults to unknown.
    ///   - updateTime: When it was changed last. Defaults to unknown.
    public init(
        name: ResourceName,
        fields: Fields = [:],
        createTime: Timestamp? = nil,
        updateTime: Timestamp? = nil
    ) {
        self.name = name
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }
}
