import HearthFirestoreWire

extension RecordedMessage {
    /// Pages of documents, collections and partitions.
    static let lists: [RecordedMessage] = [
        RecordedMessage(
            ListDocumentsRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents", "collectionId": "c", "pageSize": 300, "pageToken": "t", \#
            "orderBy": "a desc, b", "mask": {"fieldPaths": ["a"]}, "showMissing": true}
            """#,
            """
            0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e747312016318ac0222017432096120646573632c\
            20623a030a01616001
            """
        ),
        RecordedMessage(
            ListDocumentsRequest.self,
            #"{"parent": "projects/p/databases/d/documents/c/d", "collectionId": "c", "transaction": "EQ=="}"#,
            "0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64120163420111"
        ),
        RecordedMessage(
            ListDocumentsRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents/c/d", "collectionId": "c", "pageSize": -1, "readTime": \#
            "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412016318ffffffffffffffffff01\
            520c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            ListDocumentsResponse.self,
            #"""
            {"documents": [{"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": \#
            "1"}}}, {"name": "projects/p/databases/d/documents/c/e"}], "nextPageToken": "next"}
            """#,
            """
            0a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e120210010a260a\
            2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6512046e657874
            """
        ),
        RecordedMessage(
            ListDocumentsResponse.self,
            #"{}"#,
            ""
        ),
        RecordedMessage(
            ListCollectionIdsRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents/c/d", "pageSize": 2147483647, "pageToken": "t", \#
            "readTime": "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6410ffffffff071a0174220c08f0f3\
            81af0610a0bc9df802
            """
        ),
        RecordedMessage(
            ListCollectionIdsResponse.self,
            #"{"collectionIds": ["c", "d", "é"], "nextPageToken": "é"}"#,
            "0a01630a01640a02c3a91202c3a9"
        ),
        RecordedMessage(
            PartitionQueryRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents", "structuredQuery": {"from": [{"collectionId": "c", \#
            "allDescendants": true}], "orderBy": [{"field": {"fieldPath": "__name__"}, "direction": \#
            "ASCENDING"}]}, "partitionCount": "10", "pageToken": "t", "pageSize": 5, "readTime": \#
            "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e7473121712051201631801220e0a0a12085f5f6e\
            616d655f5f1001180a2201742805320c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            PartitionQueryResponse.self,
            #"""
            {"partitions": [{"values": [{"referenceValue": "projects/p/databases/d/documents/c/d"}], "before": \#
            true}], "nextPageToken": "n"}
            """#,
            "0a2a0a262a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64100112016e"
        ),
    ]
}
