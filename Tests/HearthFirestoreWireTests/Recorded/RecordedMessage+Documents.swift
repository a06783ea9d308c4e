import HearthFirestoreWire

extension RecordedMessage {
    /// Single documents and groups of them.
    static let documents: [RecordedMessage] = [
        RecordedMessage(
            WireDocument.self,
            #"""
            {"name": "projects/p/databases/d/documents/c/d", "fields": {"a": {"integerValue": "1"}, "b": \#
            {"stringValue": "x"}, "é": {"nullValue": null}}, "createTime": "2024-01-01T00:00:00Z", "updateTime": \#
            "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a01611202100112090a0162\
            12048a01017812080a02c3a9120258001a06088081c8ac06220c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            WireDocument.self,
            #"{"name": "projects/p/databases/d/documents/c/d"}"#,
            "0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64"
        ),
        RecordedMessage(
            WireDocument.self,
            #"""
            {"fields": {"deep": {"mapValue": {"fields": {"deeper": {"mapValue": {"fields": {"deepest": \#
            {"mapValue": {}}}}}}}}}}
            """#,
            "12270a0464656570121f321d0a1b0a066465657065721211320f0a0d0a076465657065737412023200"
        ),
        RecordedMessage(
            WireMask.self,
            #"{}"#,
            ""
        ),
        RecordedMessage(
            WireMask.self,
            #"{"fieldPaths": ["a", "b.c", "`odd name`"]}"#,
            "0a01610a03622e630a0a606f6464206e616d6560"
        ),
        RecordedMessage(
            WirePrecondition.self,
            #"{}"#,
            ""
        ),
        RecordedMessage(
            WirePrecondition.self,
            #"{"exists": false}"#,
            "0800"
        ),
        RecordedMessage(
            WirePrecondition.self,
            #"{"exists": true}"#,
            "0801"
        ),
        RecordedMessage(
            WirePrecondition.self,
            #"{"updateTime": "2024-02-29T12:34:56.789012Z"}"#,
            "120c08f0f381af0610a0bc9df802"
        ),
        RecordedMessage(
            GetDocumentRequest.self,
            #"{"name": "projects/p/databases/d/documents/c/d"}"#,
            "0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64"
        ),
        RecordedMessage(
            GetDocumentRequest.self,
            #"""
            {"name": "projects/p/databases/d/documents/c/d", "mask": {"fieldPaths": ["a"]}, "transaction": "EQAA"}
            """#,
            "0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412030a01611a03110000"
        ),
        RecordedMessage(
            GetDocumentRequest.self,
            #"""
            {"name": "projects/p/databases/d/documents/c/d", "mask": {}, "readTime": "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412002a0c08f0f381af0610a0bc9d\
            f802
            """
        ),
        RecordedMessage(
            CreateDocumentRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents", "collectionId": "c", "documentId": "d", "document": \#
            {"fields": {"n": {"integerValue": "7"}}}, "mask": {"fieldPaths": ["n"]}}
            """#,
            """
            0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e74731201631a0164220912070a016e120210072a\
            030a016e
            """
        ),
        RecordedMessage(
            CreateDocumentRequest.self,
            #"{"parent": "projects/p/databases/d/documents/c/d", "collectionId": "sub", "document": {}}"#,
            "0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412037375622200"
        ),
        RecordedMessage(
            UpdateDocumentRequest.self,
            #"""
            {"document": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "7"}}}, \#
            "updateMask": {"fieldPaths": ["n", "gone"]}, "mask": {"fieldPaths": ["n"]}, "currentDocument": \#
            {"exists": true}}
            """#,
            """
            0a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e1202100712090a\
            016e0a04676f6e651a030a016e22020801
            """
        ),
        RecordedMessage(
            UpdateDocumentRequest.self,
            #"""
            {"document": {"name": "projects/p/databases/d/documents/c/d"}, "currentDocument": {"updateTime": \#
            "2024-02-29T12:34:56.789012Z"}}
            """#,
            """
            0a260a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64220e120c08f0f381af0610a0\
            bc9df802
            """
        ),
        RecordedMessage(
            DeleteDocumentRequest.self,
            #"{"name": "projects/p/databases/d/documents/c/d"}"#,
            "0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64"
        ),
        RecordedMessage(
            DeleteDocumentRequest.self,
            #"""
            {"name": "projects/p/databases/d/documents/c/d", "currentDocument": {"updateTime": \#
            "2024-02-29T12:34:56.789012Z"}}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64120e120c08f0f381af0610a0bc9d\
            f802
            """
        ),
        RecordedMessage(
            BatchGetDocumentsRequest.self,
            #"""
            {"database": "projects/p/databases/d", "documents": ["projects/p/databases/d/documents/c/d", \#
            "projects/p/databases/d/documents/c/e"], "mask": {"fieldPaths": ["a"]}}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64122470726f6a656374732f702f6461746162617365732f642f646f63\
            756d656e74732f632f64122470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f651a030a01\
            61
            """
        ),
        RecordedMessage(
            BatchGetDocumentsRequest.self,
            #"""
            {"database": "projects/p/databases/d", "documents": ["projects/p/databases/d/documents/c/d"], \#
            "transaction": ""}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64122470726f6a656374732f702f6461746162617365732f642f646f63\
            756d656e74732f632f642200
            """
        ),
        RecordedMessage(
            BatchGetDocumentsRequest.self,
            #"""
            {"database": "projects/p/databases/d", "documents": ["projects/p/databases/d/documents/c/d"], \#
            "newTransaction": {"readOnly": {"readTime": "2024-02-29T12:34:56.789012Z"}}}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64122470726f6a656374732f702f6461746162617365732f642f646f63\
            756d656e74732f632f642a10120e120c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            BatchGetDocumentsRequest.self,
            #"""
            {"database": "projects/p/databases/d", "documents": ["projects/p/databases/d/documents/c/d"], \#
            "readTime": "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64122470726f6a656374732f702f6461746162617365732f642f646f63\
            756d656e74732f632f643a0c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            BatchGetDocumentsResponse.self,
            #"""
            {"found": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "1"}}, \#
            "createTime": "2024-02-29T12:34:56.789012Z", "updateTime": "2024-02-29T12:34:56.789012Z"}, "readTime": \#
            "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a4b0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e120210011a0c08\
            f0f381af0610a0bc9df802220c08f0f381af0610a0bc9df802220c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            BatchGetDocumentsResponse.self,
            #"{"missing": "projects/p/databases/d/documents/c/d", "readTime": "2024-02-29T12:34:56.789012Z"}"#,
            """
            122470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64220c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            BatchGetDocumentsResponse.self,
            #"{"transaction": "EQ=="}"#,
            "1a0111"
        ),
    ]
}
