import HearthFirestoreWire

extension RecordedMessage {
    /// The listening stream.
    static let listening: [RecordedMessage] = [
        RecordedMessage(
            ListenRequest.self,
            #"""
            {"database": "projects/p/databases/d", "addTarget": {"documents": {"documents": \#
            ["projects/p/databases/d/documents/c/d", "projects/p/databases/d/documents/c/e"]}, "targetId": 2, \#
            "once": true}}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f6412521a4c122470726f6a656374732f702f6461746162617365732f64\
            2f646f63756d656e74732f632f64122470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f65\
            28023001
            """
        ),
        RecordedMessage(
            ListenRequest.self,
            #"""
            {"database": "projects/p/databases/d", "addTarget": {"query": {"parent": \#
            "projects/p/databases/d/documents", "structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": \#
            [{"field": {"fieldPath": "__name__"}, "direction": "ASCENDING"}]}}, "resumeToken": "CgIIAQ==", \#
            "targetId": 4, "expectedCount": 0}}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64124512390a2070726f6a656374732f702f6461746162617365732f64\
            2f646f63756d656e747312151203120163220e0a0a12085f5f6e616d655f5f100122040a02080128046200
            """
        ),
        RecordedMessage(
            ListenRequest.self,
            #"""
            {"database": "projects/p/databases/d", "addTarget": {"query": {"parent": \#
            "projects/p/databases/d/documents/c/d"}, "targetId": -6, "readTime": "2024-02-29T12:34:56.789012Z", \#
            "expectedCount": 12}}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64124512260a2470726f6a656374732f702f6461746162617365732f64\
            2f646f63756d656e74732f632f6428faffffffffffffffff015a0c08f0f381af0610a0bc9df8026202080c
            """
        ),
        RecordedMessage(
            ListenRequest.self,
            #"{"database": "projects/p/databases/d", "removeTarget": 2}"#,
            "0a1670726f6a656374732f702f6461746162617365732f641802"
        ),
        RecordedMessage(
            ListenRequest.self,
            #"{"removeTarget": 0}"#,
            "1800"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"targetChange": {"targetIds": [2, 300]}}"#,
            "1205120302ac02"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"targetChange": {"targetChangeType": "ADD", "targetIds": [2, 300]}}"#,
            "12070801120302ac02"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"targetChange": {"targetChangeType": "REMOVE", "targetIds": [2, 300]}}"#,
            "12070802120302ac02"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"targetChange": {"targetChangeType": "CURRENT", "targetIds": [2, 300]}}"#,
            "12070803120302ac02"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"targetChange": {"targetChangeType": "RESET", "targetIds": [2, 300]}}"#,
            "12070804120302ac02"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"""
            {"targetChange": {"targetChangeType": "REMOVE", "targetIds": [2], "cause": {"code": 7, "message": \#
            "denied"}}}
            """#,
            "121108021201021a0a0807120664656e696564"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"targetChange": {"resumeToken": "CgIIAQ==", "readTime": "2024-02-29T12:34:56.789012Z"}}"#,
            "121422040a020801320c08f0f381af0610a0bc9df802"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"""
            {"documentChange": {"document": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": \#
            {"integerValue": "1"}}, "createTime": "2024-02-29T12:34:56.789012Z", "updateTime": \#
            "2024-02-29T12:34:56.789012Z"}, "targetIds": [2, 4], "removedTargetIds": [6]}}
            """#,
            """
            1a540a4b0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e120210011a\
            0c08f0f381af0610a0bc9df802220c08f0f381af0610a0bc9df8022a020204320106
            """
        ),
        RecordedMessage(
            ListenResponse.self,
            #"""
            {"documentDelete": {"document": "projects/p/databases/d/documents/c/d", "readTime": \#
            "2024-02-29T12:34:56.789012Z", "removedTargetIds": [2]}}
            """#,
            """
            22370a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64220c08f0f381af0610a0bc9d\
            f802320102
            """
        ),
        RecordedMessage(
            ListenResponse.self,
            #"""
            {"documentRemove": {"document": "projects/p/databases/d/documents/c/d", "removedTargetIds": [2, \#
            2147483647], "readTime": "2024-02-29T12:34:56.789012Z"}}
            """#,
            """
            323c0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64120602ffffffff07220c08f0\
            f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            ListenResponse.self,
            #"""
            {"filter": {"targetId": 2, "count": 3, "unchangedNames": {"bits": {"bitmap": "CAAB", "padding": 1}, \#
            "hashCount": 7}}}
            """#,
            "2a11080210031a0b0a070a0308000110011007"
        ),
        RecordedMessage(
            ListenResponse.self,
            #"{"filter": {"targetId": 2}}"#,
            "2a020802"
        ),
    ]
}
