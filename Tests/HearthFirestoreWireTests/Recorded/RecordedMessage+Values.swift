import HearthFirestoreWire

extension RecordedMessage {
    /// Values of every kind.
    static let values: [RecordedMessage] = [
        RecordedMessage(
            WireValue.self,
            #"{"nullValue": null}"#,
            "5800"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"booleanValue": true}"#,
            "0801"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"booleanValue": false}"#,
            "0800"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"integerValue": "0"}"#,
            "1000"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"integerValue": "-1"}"#,
            "10ffffffffffffffffff01"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"integerValue": "150"}"#,
            "109601"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"integerValue": "9223372036854775807"}"#,
            "10ffffffffffffffff7f"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"integerValue": "-9223372036854775808"}"#,
            "1080808080808080808001"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"doubleValue": 0.5}"#,
            "19000000000000e03f"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"doubleValue": -1.25e-07}"#,
            "198dedb5a0f7c680be"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"doubleValue": "NaN"}"#,
            "19000000000000f87f"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"doubleValue": "-Infinity"}"#,
            "19000000000000f0ff"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"doubleValue": "Infinity"}"#,
            "19000000000000f07f"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"stringValue": ""}"#,
            "8a0100"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"stringValue": "testing"}"#,
            "8a010774657374696e67"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"stringValue": "é日😀\"\\\n"}"#,
            "8a010cc3a9e697a5f09f9880225c0a"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"bytesValue": ""}"#,
            "920100"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"bytesValue": "AP//"}"#,
            "92010300ffff"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"timestampValue": "1970-01-01T00:00:00Z"}"#,
            "5200"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"timestampValue": "2024-02-29T12:34:56.789012Z"}"#,
            "520c08f0f381af0610a0bc9df802"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"timestampValue": "0001-01-01T00:00:00Z"}"#,
            "520b088092b8c398feffffff01"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"timestampValue": "9999-12-31T23:59:59.999999Z"}"#,
            "520d08ff82d1ffaf0710988cebdc03"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"timestampValue": "1969-12-31T23:59:59.500Z"}"#,
            "521108ffffffffffffffffff011080cab5ee01"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"referenceValue": "projects/p/databases/d/documents/c/d"}"#,
            "2a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f64"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"geoPointValue": {}}"#,
            "4200"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"geoPointValue": {"latitude": -33.5, "longitude": 151.25}}"#,
            "4212090000000000c040c0110000000000e86240"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"arrayValue": {}}"#,
            "4a00"
        ),
        RecordedMessage(
            WireValue.self,
            #"""
            {"arrayValue": {"values": [{"integerValue": "1"}, {"nullValue": null}, {"mapValue": {"fields": {"a": \#
            {"stringValue": "b"}}}}]}}
            """#,
            "4a170a0210010a0258000a0d320b0a090a016112048a010162"
        ),
        RecordedMessage(
            WireValue.self,
            #"{"mapValue": {}}"#,
            "3200"
        ),
        RecordedMessage(
            WireValue.self,
            #"""
            {"mapValue": {"fields": {"a": {"integerValue": "1"}, "b": {"mapValue": {"fields": {"c": {"arrayValue": \#
            {"values": [{"stringValue": "x"}]}}}}}}}}
            """#,
            "32210a070a0161120210010a160a01621211320f0a0d0a016312084a060a048a010178"
        ),
        RecordedMessage(
            WireValue.self,
            #"""
            {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": \#
            [{"doubleValue": 1.5}, {"doubleValue": -0.25}]}}}}}
            """#,
            """
            323e0a190a085f5f747970655f5f120d8a010a5f5f766563746f725f5f0a210a0576616c756512184a160a0919000000000000f8\
            3f0a0919000000000000d0bf
            """
        ),
        RecordedMessage(
            WireValue.self,
            #"{"mapValue": {"fields": {"a.b`c é": {"stringValue": "odd"}}}}"#,
            "32140a120a08612e62606320c3a912068a01036f6464"
        ),
    ]
}
