import HearthFirestoreWire

extension RecordedMessage {
    /// Writes, transforms and the stream of writes.
    static let writes: [RecordedMessage] = [
        RecordedMessage(
            WireWrite.self,
            #"{"update": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "1"}}}}"#,
            "0a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e12021001"
        ),
        RecordedMessage(
            WireWrite.self,
            #"""
            {"update": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "1"}}}, \#
            "updateMask": {"fieldPaths": ["n", "m.x"]}, "currentDocument": {"exists": true}}
            """#,
            """
            0a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e120210011a080a\
            016e0a036d2e7822020801
            """
        ),
        RecordedMessage(
            WireWrite.self,
            #"""
            {"update": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "1"}}}, \#
            "updateMask": {}}
            """#,
            "0a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e120210011a00"
        ),
        RecordedMessage(
            WireWrite.self,
            #"""
            {"delete": "projects/p/databases/d/documents/c/d", "currentDocument": {"updateTime": \#
            "2024-02-29T12:34:56.789012Z"}}
            """#,
            """
            122470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64220e120c08f0f381af0610a0bc9d\
            f802
            """
        ),
        RecordedMessage(
            WireWrite.self,
            #"""
            {"transform": {"document": "projects/p/databases/d/documents/c/d", "fieldTransforms": [{"fieldPath": \#
            "t", "setToServerValue": "REQUEST_TIME"}]}}
            """#,
            "322d0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412050a01741001"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"{"fieldPath": "a.b", "increment": {"integerValue": "-5"}}"#,
            "0a03612e621a0b10fbffffffffffffffff01"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"{"fieldPath": "a.b", "increment": {"doubleValue": 0.5}}"#,
            "0a03612e621a0919000000000000e03f"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"{"fieldPath": "a.b", "maximum": {"integerValue": "3"}}"#,
            "0a03612e6222021003"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"{"fieldPath": "a.b", "minimum": {"doubleValue": "NaN"}}"#,
            "0a03612e622a0919000000000000f87f"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"""
            {"fieldPath": "a.b", "appendMissingElements": {"values": [{"integerValue": "1"}, {"stringValue": \#
            "x"}]}}
            """#,
            "0a03612e62320a0a0210010a048a010178"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"{"fieldPath": "a.b", "removeAllFromArray": {}}"#,
            "0a03612e623a00"
        ),
        RecordedMessage(
            WireFieldTransform.self,
            #"{"fieldPath": "a.b", "setToServerValue": "REQUEST_TIME"}"#,
            "0a03612e621001"
        ),
        RecordedMessage(
            WireWrite.self,
            #"""
            {"update": {"name": "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "1"}}}, \#
            "updateTransforms": [{"fieldPath": "a", "increment": {"integerValue": "1"}}, {"fieldPath": "b", \#
            "setToServerValue": "REQUEST_TIME"}]}
            """#,
            """
            0a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e120210013a070a\
            01611a0210013a050a01621001
            """
        ),
        RecordedMessage(
            WireWriteResult.self,
            #"""
            {"updateTime": "2024-02-29T12:34:56.789012Z", "transformResults": [{"timestampValue": \#
            "2024-02-29T12:34:56.789012Z"}, {"arrayValue": {}}]}
            """#,
            "0a0c08f0f381af0610a0bc9df802120e520c08f0f381af0610a0bc9df80212024a00"
        ),
        RecordedMessage(
            WriteRequest.self,
            #"{"database": "projects/p/databases/d"}"#,
            "0a1670726f6a656374732f702f6461746162617365732f64"
        ),
        RecordedMessage(
            WriteRequest.self,
            #"""
            {"streamId": "s", "writes": [{"update": {"name": "projects/p/databases/d/documents/c/d", "fields": \#
            {"n": {"integerValue": "1"}}}}, {"delete": "projects/p/databases/d/documents/c/d"}], "streamToken": \#
            "MA=="}
            """#,
            """
            1201731a310a2f0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412070a016e1202\
            10011a26122470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64220130
            """
        ),
        RecordedMessage(
            WriteResponse.self,
            #"{"streamId": "s", "streamToken": "MA=="}"#,
            "0a0173120130"
        ),
        RecordedMessage(
            WriteResponse.self,
            #"""
            {"streamToken": "MQ==", "writeResults": [{"updateTime": "2024-02-29T12:34:56.789012Z"}], "commitTime": \#
            "2024-02-29T12:34:56.789012Z"}
            """#,
            "1201311a0e0a0c08f0f381af0610a0bc9df802220c08f0f381af0610a0bc9df802"
        ),
    ]
}
