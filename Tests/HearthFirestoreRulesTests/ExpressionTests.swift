import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

/// Conditions whose verdicts are known from production's Rules Test API, or from the examples of the reference
/// documentation.
///
/// A condition is that of an `allow create`; `data` is what is written.
@Suite("Expressions")
struct ExpressionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let condition: String
        let isAllowed: Bool
        var data: Fields = [:]
        var testDescription: String { condition }

        static func allows(_ condition: String, _ data: Fields = [:]) -> Row {
            Row(condition: condition, isAllowed: true, data: data)
        }

        static func denies(_ condition: String, _ data: Fields = [:]) -> Row {
            Row(condition: condition, isAllowed: false, data: data)
        }
    }

    private func check(_ row: Row) throws {
        let rules = try Rules("match /items/{item} { allow create: if \(row.condition); }")
        #expect(rules.create("items/one", row.data).isAllowed == row.isAllowed)
    }

    @Test(
        arguments: [
            .allows(#"request.resource.data.missing == 1 || true"#, ["name": "a"]),
            .allows(#"true || request.resource.data.missing == 1"#, ["name": "a"]),
            .denies(#"request.resource.data.missing == 1 || false"#, ["name": "a"]),
            .denies(#"request.resource.data.missing == 1 && false"#, ["name": "a"]),
            .denies(#"false && request.resource.data.missing == 1"#, ["name": "a"]),
            .denies(#"request.resource.data.missing == 1 && true"#, ["name": "a"]),
            .allows(#"(request.resource.data.missing == 1 && false) || true"#, ["name": "a"]),
            .allows(#"!(request.resource.data.missing == 1 && false)"#, ["name": "a"]),
            .denies(#"[1] + [2] == [1, 2]"#),
            .allows(#"[1] + [2] == [1, 2] || true"#),
            .denies(#"!([1] + [2] == [1, 2])"#),
            .denies(#"request.resource.data.one / request.resource.data.zero == 1"#, ["one": 1, "zero": 0]),
            .denies(#"request.resource.data.one % request.resource.data.zero == 1"#, ["one": 1, "zero": 0]),
            .allows(#"request.resource.data.one / request.resource.data.zero == 1 || true"#, ["one": 1, "zero": 0]),
        ] as [Row]
    )
    func `lets && and || absorb errors in both directions`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .denies(#"request.resource.data.typo == null"#, ["name": "a", "m": ["a": 1]]),
            .allows(#"request.resource.data.name == 'a'"#, ["name": "a", "m": ["a": 1]]),
            .allows(#"!('typo' in request.resource.data)"#, ["name": "a", "m": ["a": 1]]),
            .denies(#"request.resource.data.m.typo == 'x'"#, ["name": "a", "m": ["a": 1]]),
            .denies(#"!(request.resource.data.typo == 'x')"#, ["name": "a", "m": ["a": 1]]),
        ] as [Row]
    )
    func `takes a missing field for an error`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .denies(#"1 && true"#),
            .denies(#"false || 1"#),
            .denies(#"1 ? true : false"#),
            .denies(#"(1 && true) || !(1 && true)"#),
            .denies(#"(false || 1) || !(false || 1)"#),
            .allows(#"true && (false || true) && (true ? true : false)"#),
        ] as [Row]
    )
    func `wants truth values where it decides`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"10 / 4 == 2"#),
            .denies(#"10 / 4 == 2.5"#),
            .allows(#"-7 / 2 == -3"#),
            .allows(#"10.0 / 4.0 == 2.5"#),
            .allows(#"10 / 4.0 == 2.5"#),
            .allows(#"10 % 3 == 1"#),
            .denies(#"10 / 0 == 0"#),
            .allows(#"10 / 0 == 0 || true"#),
            .allows(#"1 is int && !(1 is float)"#),
            .allows(#"1.5 is float && !(1.5 is int)"#),
        ] as [Row]
    )
    func `calculates with integers and floats`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .denies(#"'hello world'.matches('world')"#),
            .allows(#"'hello'.matches('hello')"#),
            .allows(#"'hello world'.matches('.*world')"#),
            .allows(#"'abc123'.matches('[a-z]+[0-9]+')"#),
            .denies(#"'abc123!'.matches('[a-z]+[0-9]+')"#),
            .allows(#"'alice@acme.com'.matches('.*@acme\\.com')"#),
        ] as [Row]
    )
    func `matches whole strings`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"['a','b','c','d'][1:3].size() == 2"#),
            .allows(#"['a','b','c','d'][1:3][0] == 'b'"#),
            .allows(#"['a','b','c','d'][0:4].size() == 4"#),
            .allows(#"['a','b','c','d'][2:2].size() == 0"#),
            .denies(#"['a','b','c','d'][1:99].size() == 3"#),
            .allows(#"'hello world'[6:11] == 'world'"#),
            .allows(#"'hello'[3:3] == ''"#),
            .denies(#"'hello world'[6:99] == 'world'"#),
        ] as [Row]
    )
    func `takes parts of lists and strings`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"{'a': 1}.get('a', 7) == 1"#),
            .allows(#"{'a': 1}.get('x', 7) == 7"#),
            .allows(#"{'a': {'b': 2}}.get(['a','b'], 7) == 2"#),
            .allows(#"{'a': {'b': 2}}.get(['a','x'], 7) == 7"#),
            .allows(#"{'a': {'b': 2}}.get(['x','b'], 7) == 7"#),
            .allows(#"{'a': 'text'}.get(['a','b'], 7) == 7"#),
            .allows(#"{'a': 1}.get(['a','b'], 7) == 7"#),
        ] as [Row]
    )
    func `looks up keys with a default`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .denies(#"{'a':1,'c':2}.keys().difference(['a']).hasOnly(['c'])"#),
            .denies(#"{'a':1}.keys().union(['c']).size() == 2"#),
            .allows(#"[1, 2].toSet().difference([1].toSet()).hasOnly([2])"#),
            .allows(#"[1].toSet().union([2].toSet()).hasOnly([1, 2])"#),
            .allows(#"[1, 2].toSet().intersection([2].toSet()).hasOnly([2])"#),
        ] as [Row]
    )
    func `combines sets`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"['a','b'].concat(['c'])[2] == 'c'"#),
            .allows(#"['a','b'].concat(['a','b']).size() == 4"#),
            .allows(#"['a','b','c','b'].removeAll(['b']).size() == 2"#),
            .allows(#"['a'].removeAll([]).size() == 1"#),
            .allows(#"['a','b','a'].toSet().size() == 2"#),
            .denies(#"['a','b','c'].toSet().difference(['a']).hasOnly(['b','c'])"#),
        ] as [Row]
    )
    func `combines lists`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"'hello'.toUtf8().size() == 5"#),
            .allows(#"'é'.toUtf8().size() == 2"#),
            .denies(#"'hi'.toUtf8().toBase64() == 'aGk'"#),
            .allows(#"'hi'.toUtf8().toBase64() == 'aGk='"#),
            .allows(#"'~~~'.toUtf8().toBase64() == 'fn5-'"#),
            .denies(#"'~~~'.toUtf8().toBase64() == 'fn5+'"#),
            .allows(#"'hi'.toUtf8().toHexString() == '6869'"#),
            .allows(#"'x'.toUtf8() is bytes"#),
            .allows(#"hashing.md5('').toHexString() == 'D41D8CD98F00B204E9800998ECF8427E'"#),
            .denies(#"hashing.md5('').toHexString() == 'd41d8cd98f00b204e9800998ecf8427e'"#),
            .allows(
                #"hashing.sha256('abc').toHexString() == "#
                    + #"'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD'"#
            ),
            .denies(#"hashing.crc32('123456789').toHexString() == 'CBF43926'"#),
            .allows(#"hashing.crc32('123456789').toHexString() == '2639F4CB'"#),
            .allows(#"hashing.crc32c('123456789').toHexString() == '839206E3'"#),
            .allows(#"hashing.md5('hello'.toUtf8()) == hashing.md5('hello')"#),
        ] as [Row]
    )
    func `hashes and writes bytes`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"'JK'.toUtf8().toHexString() == '4A4B'"#),
            .allows(#"'\x41' == 'A' && '\x4a' == 'J' && '\x4A' == 'J'"#),
            .allows(#"'\x411' == 'A1' && '\x41'.size() == 1"#),
            .allows(#"'\xe9' == 'é' && '\xe9'.toUtf8() == b'\xc3\xa9'"#),
            .denies(#"'\xc3\xa9' == 'é'"#),
            .allows(#"'\xc3\xa9'.size() == 2"#),
            .allows(#"'\u0041' == 'A' && '\u00411' == 'A1'"#),
            .allows(#"'\u00e9'.size() == 1 && '\u00E9' == 'é'"#),
            .allows(#"'\u00e9'.toUtf8().toHexString() == 'C3A9'"#),
            .allows(#"'\ud83d\ude00' == '😀'"#),
            .allows(#"'😀'.size() == 2"#),
            .allows(#"'\101' == 'A' && '\012' == '\n' && '\000'.size() == 1"#),
            .allows(#"'\377' == '\xff' && '\377'.toUtf8().toHexString() == 'C3BF'"#),
            .allows(#"'\b\f'.toUtf8().toHexString() == '080C'"#),
            .allows(#"'\\\'\"\n\r\t'.toUtf8().toHexString() == '5C27220A0D09'"#),
        ] as [Row]
    )
    func `reads escape sequences`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"/databases/$(database)/documents/users/alice is path"#),
            .allows(#"path('users/alice') is path"#),
            .allows(#"path('users/alice') == path('users/alice')"#),
            .allows(#"path('users/alice') != path('users/bob')"#),
            .allows(#"!(path('a/b') is string) && !(path('a/b') is map)"#),
            .allows(#"path('users/{uid}').bind({'uid': 'alice'}) == path('users/alice')"#),
            .allows(#"path('users/alice')[1] == 'alice'"#),
            .denies(#"path(path('users/alice')) == path('users/alice')"#),
            .allows(
                #"/databases/(default)/documents/a/b is path && "#
                    + #"/databases/(default)/documents/a/b == /databases/$(database)/documents/a/b"#
            ),
        ] as [Row]
    )
    func `builds paths`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"timestamp.date(2024,1,1) + duration.value(1,'d') == timestamp.date(2024,1,2)"#),
            .allows(#"timestamp.date(2024,1,2) - duration.value(1,'d') == timestamp.date(2024,1,1)"#),
            .allows(#"timestamp.date(2024,1,2) - timestamp.date(2024,1,1) == duration.value(1,'d')"#),
            .allows(#"duration.value(1,'h') + duration.value(1,'h') == duration.value(2,'h')"#),
            .allows(#"duration.value(2,'h') - duration.value(1,'h') == duration.value(1,'h')"#),
            .allows(#"timestamp.date(2024,1,1) < timestamp.date(2025,1,1)"#),
        ] as [Row]
    )
    func `calculates with moments and lengths of time`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"duration.value(1500, 'ms').seconds() == 1 && duration.value(1500, 'ms').nanos() == 500000000"#),
            .allows(#"duration.time(1, 0, 0, 0) > duration.value(0, 's')"#),
            .allows(#"duration.abs(duration.value(-5, 's')) > duration.value(0, 's')"#),
            .allows(#"latlng.value(1, 2).latitude() >= -90"#),
        ] as [Row]
    )
    func `takes durations and places apart`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .denies(#"bool('true')"#),
            .denies(#"math.isInfinite(1.0)"#),
            .denies(#"{'a': 1}.hasAll(['a'])"#),
            .allows(#"{'a': 1}.keys().hasAll(['a'])"#),
        ] as [Row]
    )
    func `refuses functions that production refuses`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"math.abs(-75) <= 100"#),
            .allows(#"math.ceil(99.3) == 100"#),
            .denies(#"math.ceil(100.1) <= 100"#),
        ] as [Row]
    )
    func `rounds`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"math.isNaN(1.5) == false"#),
            .allows(#"int('3') >= 0 && float('3') >= 0.0 && string(1.5).size() >= 1"#),
        ] as [Row]
    )
    func `converts numbers`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .denies(#"'toString' in {'a': 1}"#),
            .allows(#"'toString' in {'toString': 1}"#),
            .denies(#"{'a': 1}.constructor == null"#),
        ] as [Row]
    )
    func `knows only the keys of a map`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"'  Hearth  '.trim() == 'Hearth'"#),
            .allows(#"'FiRe'.lower() == 'fire' && 'FiRe'.upper() == 'FIRE'"#),
            .allows(#"'abcabc'.replace('a', 'x') == 'xbcxbc'"#),
            .allows(#"'a,b,c'.split(',') == ['a', 'b', 'c']"#),
            .allows(#"string(123) == '123' && string(true) == 'true'"#),
            .allows(#"[1, 2, 3].hasAll([1, 3]) && [1, 2, 3].hasAny([9, 2])"#),
            .allows(#"[1, 2, 2].hasOnly([2, 1])"#),
            .allows(#"['a', 'b', 'c'].join('-') == 'a-b-c'"#),
            .allows(#"[10, 20, 30][1] == 20 && [10, 20, 30][0:2] == [10, 20]"#),
            .allows(#"{'a': 1, 'b': 2}.keys().hasOnly(['a', 'b']) && {'a': 1, 'b': 2}.values().hasAll([1, 2])"#),
            .allows(#"{'a': 1, 'b': 2}.size() == 2 && 'a' in {'a': 1}"#),
            .allows(#"{'a': 1, 'b': 2}.diff({'a': 1, 'b': 3, 'c': 4}).affectedKeys().hasOnly(['b', 'c'])"#),
            .allows(#"{'a': 1, 'b': 2}.diff({'a': 1, 'b': 3, 'c': 4}).changedKeys().hasOnly(['b'])"#),
            .allows(#"{'a': 1, 'b': 2}.diff({'a': 1, 'b': 3, 'c': 4}).addedKeys().hasOnly(['c'])"#),
            .allows(#"['a', 'b'].toSet().union(['b', 'c'].toSet()).hasOnly(['a', 'b', 'c'])"#),
            .allows(#"'abc'.toUtf8().toBase64() == 'YWJj'"#),
            .allows(#"duration.value(90, 's').seconds() == 90"#),
            .allows(#"duration.value(123, 'ns').nanos() == 123"#),
            .allows(#"timestamp.date(2024, 2, 29).year() == 2024 && timestamp.date(2024, 2, 29).month() == 2"#),
            .allows(#"timestamp.date(2024, 2, 29).day() == 29 && timestamp.date(2024, 2, 29).dayOfWeek() == 4"#),
            .allows(#"timestamp.date(2024, 2, 29) + duration.value(1, 'd') == timestamp.date(2024, 3, 1)"#),
            .allows(#"latlng.value(1.25, 2.5).longitude() == 2.5"#),
            .allows(#"latlng.value(1, 2).distance(latlng.value(1, 2)) == 0.0"#),
            .allows(#"math.round(1.6) == 2 && math.sqrt(81) == 9 && math.floor(1.8) == 1"#),
            .allows(#"math.pow(2, 3) == 8"#),
            .denies(#"debug(request.auth.uid) == 'u'"#),
        ] as [Row]
    )
    func `has the methods of all types`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"{'a':1}.diff({}).addedKeys() == ['a'].toSet()"#),
            .allows(#"{'a':0,'c':0,'u':0}.diff({'r':0,'c':1,'u':0}).affectedKeys() == ['a','r','c'].toSet()"#),
            .allows(#"{'a':0}.diff({'a':1,'b':4}).changedKeys() == ['a'].toSet()"#),
            .allows(#"{}.diff({'a':1}).removedKeys() == ['a'].toSet()"#),
            .allows(#"{'a':0}.diff({'a':0}).unchangedKeys() == ['a'].toSet()"#),
            .denies(#"{}.diff({'a':1}).addedKeys() == ['a'].toSet()"#),
            .allows(#"b'*' == b'\x2A' && b'*' == b'\052'"#),
            .allows(#"b'€' == b'\342\202\254' && b'€'.size() == 3"#),
            .allows(#"b'\xFB\xEF\xBE'.toBase64() == '----'"#),
            .allows(#"b'€'.toHexString() == 'E282AC'"#),
            .allows(#"'abc'[0] == 'a'"#),
            .allows(#"string(2.0) == '2.0' && string(null) == 'null' && string(1) == '1'"#),
            .allows(#"'banana'.replace('ana', 'ee') == 'beena' && 'banana'.replace('a', 'o') == 'bonono'"#),
            .allows(#"'a1b22c'.split('[0-9]+') == ['a', 'b', 'c']"#),
            .allows(#"math.round(2.5) == 3 && math.round(2.4) == 2"#),
            .allows(#"math.floor(7.9) is int && math.ceil(7.1) is int && math.round(7.5) is int"#),
            .allows(#"math.floor(7.9) / 2 == 3"#),
            .allows(#"math.pow(2, 3) is float && math.sqrt(4) is float"#),
        ] as [Row]
    )
    func `agrees with the documented examples`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"timestamp.value(61500).seconds() == 1 && timestamp.value(61500).nanos() == 500000000"#),
            .allows(#"timestamp.value(61500).toMillis() == 61500"#),
        ] as [Row]
    )
    func `takes moments apart`(_ row: Row) throws {
        try check(row)
    }

    @Test(
        arguments: [
            .allows(#"true == 1 in [1]"#),
            .allows(#"1 in [1] == true"#),
            .allows(#"true == 'a' is string"#),
            .allows(#"1 < 2 in [true]"#),
            .allows(#"!false == true && -1 + 2 * 3 == 5"#),
        ] as [Row]
    )
    func `binds operators as documented`(_ row: Row) throws {
        try check(row)
    }
}
