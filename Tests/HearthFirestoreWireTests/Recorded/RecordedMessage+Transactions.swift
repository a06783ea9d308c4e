import HearthFirestoreWire

extension RecordedMessage {
    /// Transactions and commits.
    static let transactions: [RecordedMessage] = [
        RecordedMessage(
            WireTransactionOptions.self,
            #"{}"#,
            ""
        ),
        RecordedMessage(
            BeginTransactionRequest.self,
            #"{"database": "projects/p/databases/d"}"#,
            "0a1670726f6a656374732f702f6461746162617365732f64"
        ),
        RecordedMessage(
            BeginTransactionRequest.self,
            #"{"database": "projects/p/databases/d", "options": {"readOnly": {}}}"#,
            "0a1670726f6a656374732f702f6461746162617365732f6412021200"
        ),
        RecordedMessage(
            BeginTransactionRequest.self,
            #"""
            {"database": "projects/p/databases/d", "options": {"readOnly": {"readTime": \#
            "2024-02-29T12:34:56.789012Z"}}}
            """#,
            "0a1670726f6a656374732f702f6461746162617365732f641210120e120c08f0f381af0610a0bc9df802"
        ),
        RecordedMessage(
            BeginTransactionRequest.self,
            #"""
            {"database": "projects/p/databases/d", "options": {"readWrite": {"retryTransaction": "EQAAAAAAAAAA"}}}
            """#,
            "0a1670726f6a656374732f702f6461746162617365732f64120d1a0b0a09110000000000000000"
        ),
        RecordedMessage(
            BeginTransactionRequest.self,
            #"{"database": "projects/p/databases/d", "options": {"readWrite": {}}}"#,
            "0a1670726f6a656374732f702f6461746162617365732f6412021a00"
        ),
        RecordedMessage(
            BeginTransactionResponse.self,
            #"{"transaction": "EQAAAAAAAAAA"}"#,
            "0a09110000000000000000"
        ),
        RecordedMessage(
            CommitRequest.self,
            #"""
            {"database": "projects/p/databases/d", "writes": [{"update": {"name": \#
            "projects/p/databases/d/documents/c/d", "fields": {"n": {"integerValue": "1"}}}}, {"delete": \#
            "projects/p/databases/d/documents/c/d"}], "transaction": "EQ=="}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f6412310a2f0a2470726f6a656374732f702f6461746162617365732f64\
            2f646f63756d656e74732f632f6412070a016e120210011226122470726f6a656374732f702f6461746162617365732f642f646f\
            63756d656e74732f632f641a0111
            """
        ),
        RecordedMessage(
            CommitRequest.self,
            #"{"database": "projects/p/databases/d"}"#,
            "0a1670726f6a656374732f702f6461746162617365732f64"
        ),
        RecordedMessage(
            CommitResponse.self,
            #"""
            {"writeResults": [{"updateTime": "2024-02-29T12:34:56.789012Z", "transformResults": [{"integerValue": \#
            "3"}, {"nullValue": null}]}, {}], "commitTime": "2024-02-29T12:34:56.789012Z"}
            """#,
            "0a160a0c08f0f381af0610a0bc9df80212021003120258000a00120c08f0f381af0610a0bc9df802"
        ),
        RecordedMessage(
            RollbackRequest.self,
            #"{"database": "projects/p/databases/d", "transaction": "EQ=="}"#,
            "0a1670726f6a656374732f702f6461746162617365732f64120111"
        ),
        RecordedMessage(
            BatchWriteRequest.self,
            #"""
            {"database": "projects/p/databases/d", "writes": [{"delete": "projects/p/databases/d/documents/c/d", \#
            "currentDocument": {"exists": true}}]}
            """#,
            """
            0a1670726f6a656374732f702f6461746162617365732f64122a122470726f6a656374732f702f6461746162617365732f642f64\
            6f63756d656e74732f632f6422020801
            """
        ),
        RecordedMessage(
            BatchWriteResponse.self,
            #"""
            {"writeResults": [{"updateTime": "2024-02-29T12:34:56.789012Z"}, {}], "status": [{}, {"code": 5, \#
            "message": "No document to update"}]}
            """#,
            "0a0e0a0c08f0f381af0610a0bc9df8020a0012001219080512154e6f20646f63756d656e7420746f20757064617465"
        ),
        RecordedMessage(
            WireStatus.self,
            #"{"code": 16, "message": "é"}"#,
            "08101202c3a9"
        ),
    ]
}
