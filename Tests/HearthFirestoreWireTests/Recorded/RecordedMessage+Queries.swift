import HearthFirestoreWire

extension RecordedMessage {
    /// Queries and aggregations.
    static let queries: [RecordedMessage] = [
        RecordedMessage(
            WireQuery.self,
            #"{}"#,
            ""
        ),
        RecordedMessage(
            WireQuery.self,
            #"""
            {"select": {"fields": [{"fieldPath": "a"}, {"fieldPath": "b.c"}]}, "from": [{"collectionId": "c"}], \#
            "limit": 0}
            """#,
            "0a0c120312016112051203622e6312031201632a00"
        ),
        RecordedMessage(
            WireQuery.self,
            #"""
            {"select": {}, "from": [{"collectionId": "c", "allDescendants": true}], "limit": 2147483647, "offset": \#
            7}
            """#,
            "0a00120512016318012a0608ffffffff073007"
        ),
        RecordedMessage(
            WireQuery.self,
            #"""
            {"from": [{"allDescendants": true}], "where": {"compositeFilter": {"op": "AND", "filters": \#
            [{"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL", "value": {"integerValue": "1"}}}, \#
            {"unaryFilter": {"op": "IS_NULL", "field": {"fieldPath": "b"}}}]}}, "orderBy": [{"field": \#
            {"fieldPath": "a"}, "direction": "DESCENDING"}, {"field": {"fieldPath": "__name__"}, "direction": \#
            "ASCENDING"}], "startAt": {"values": [{"integerValue": "1"}, {"referenceValue": \#
            "projects/p/databases/d/documents/c/d"}], "before": true}, "endAt": {"values": [{"integerValue": \#
            "9"}]}}
            """#,
            """
            120218011a1e0a1c0801120d120b0a0312016110051a02100112091a070803120312016222070a031201611002220e0a0a12085f\
            5f6e616d655f5f10013a2e0a0210010a262a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f\
            632f64100142040a021009
            """
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"fieldFilter": {"field": {"fieldPath": "a"}, "op": "LESS_THAN", "value": {"stringValue": "x"}}}"#,
            "120d0a0312016110011a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "LESS_THAN_OR_EQUAL", "value": {"stringValue": \#
            "x"}}}
            """#,
            "120d0a0312016110021a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"fieldFilter": {"field": {"fieldPath": "a"}, "op": "GREATER_THAN", "value": {"stringValue": "x"}}}"#,
            "120d0a0312016110031a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "GREATER_THAN_OR_EQUAL", "value": {"stringValue": \#
            "x"}}}
            """#,
            "120d0a0312016110041a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL", "value": {"stringValue": "x"}}}"#,
            "120d0a0312016110051a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"fieldFilter": {"field": {"fieldPath": "a"}, "op": "NOT_EQUAL", "value": {"stringValue": "x"}}}"#,
            "120d0a0312016110061a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "ARRAY_CONTAINS", "value": {"stringValue": "x"}}}
            """#,
            "120d0a0312016110071a048a010178"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "IN", "value": {"arrayValue": {"values": \#
            [{"integerValue": "1"}, {"integerValue": "2"}]}}}}
            """#,
            "12130a0312016110081a0a4a080a0210010a021002"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "ARRAY_CONTAINS_ANY", "value": {"arrayValue": \#
            {"values": [{"integerValue": "1"}, {"integerValue": "2"}]}}}}
            """#,
            "12130a0312016110091a0a4a080a0210010a021002"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "NOT_IN", "value": {"arrayValue": {"values": \#
            [{"integerValue": "1"}, {"integerValue": "2"}]}}}}
            """#,
            "12130a03120161100a1a0a4a080a0210010a021002"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"unaryFilter": {"op": "IS_NAN", "field": {"fieldPath": "a.b"}}}"#,
            "1a09080212051203612e62"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"unaryFilter": {"op": "IS_NULL", "field": {"fieldPath": "a.b"}}}"#,
            "1a09080312051203612e62"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"unaryFilter": {"op": "IS_NOT_NAN", "field": {"fieldPath": "a.b"}}}"#,
            "1a09080412051203612e62"
        ),
        RecordedMessage(
            WireFilter.self,
            #"{"unaryFilter": {"op": "IS_NOT_NULL", "field": {"fieldPath": "a.b"}}}"#,
            "1a09080512051203612e62"
        ),
        RecordedMessage(
            WireFilter.self,
            #"""
            {"compositeFilter": {"op": "OR", "filters": [{"compositeFilter": {"op": "AND", "filters": \#
            [{"unaryFilter": {"op": "IS_NAN", "field": {"fieldPath": "a"}}}]}}, {"fieldFilter": {"field": \#
            {"fieldPath": "b"}, "op": "EQUAL", "value": {"nullValue": null}}}]}}
            """#,
            "0a220802120f0a0d080112091a0708021203120161120d120b0a0312016210051a025800"
        ),
        RecordedMessage(
            RunQueryRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents", "structuredQuery": {"from": [{"collectionId": "c"}]}, \#
            "transaction": "EQ=="}
            """#,
            "0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e7473120512031201632a0111"
        ),
        RecordedMessage(
            RunQueryRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents/c/d", "structuredQuery": {"from": [{"collectionId": \#
            "c"}]}, "newTransaction": {"readWrite": {"retryTransaction": "EQ=="}}}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f641205120312016332051a030a0111
            """
        ),
        RecordedMessage(
            RunQueryRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents/c/d", "structuredQuery": {}, "readTime": \#
            "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f6412003a0c08f0f381af0610a0bc9d\
            f802
            """
        ),
        RecordedMessage(
            RunQueryResponse.self,
            #"""
            {"document": {"name": "projects/p/databases/d/documents/c/d"}, "readTime": \#
            "2024-02-29T12:34:56.789012Z", "skippedResults": 3}
            """#,
            """
            0a260a2470726f6a656374732f702f6461746162617365732f642f646f63756d656e74732f632f641a0c08f0f381af0610a0bc9d\
            f8022003
            """
        ),
        RecordedMessage(
            RunQueryResponse.self,
            #"{"transaction": "EQ==", "readTime": "2024-02-29T12:34:56.789012Z", "done": true}"#,
            "1201111a0c08f0f381af0610a0bc9df8023001"
        ),
        RecordedMessage(
            RunAggregationQueryRequest.self,
            #"""
            {"parent": "projects/p/databases/d/documents", "structuredAggregationQuery": {"structuredQuery": \#
            {"from": [{"collectionId": "c"}]}, "aggregations": [{"count": {"upTo": "1000"}, "alias": "n"}, \#
            {"count": {}}, {"sum": {"field": {"fieldPath": "a"}}, "alias": "s"}, {"avg": {"field": {"fieldPath": \#
            "b.c"}}, "alias": "m"}]}, "readTime": "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e747312310a0512031201631a0a0a050a0308e807\
            3a016e1a020a001a0a12050a031201613a01731a0c1a070a051203622e633a016d320c08f0f381af0610a0bc9df802
            """
        ),
        RecordedMessage(
            RunAggregationQueryRequest.self,
            #"{"parent": "projects/p/databases/d/documents", "transaction": "EQ=="}"#,
            "0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e7473220111"
        ),
        RecordedMessage(
            RunAggregationQueryRequest.self,
            #"{"parent": "projects/p/databases/d/documents", "newTransaction": {"readOnly": {}}}"#,
            "0a2070726f6a656374732f702f6461746162617365732f642f646f63756d656e74732a021200"
        ),
        RecordedMessage(
            RunAggregationQueryResponse.self,
            #"""
            {"result": {"aggregateFields": {"m": {"nullValue": null}, "n": {"integerValue": "3"}, "s": \#
            {"doubleValue": 2.5}}}, "transaction": "EQ==", "readTime": "2024-02-29T12:34:56.789012Z"}
            """#,
            """
            0a2212070a016d1202580012070a016e12021003120e0a017312091900000000000004401201111a0c08f0f381af0610a0bc9df8\
            02
            """
        ),
    ]
}
