import HearthFirestoreModel
import Testing

@testable import HearthFirestoreRules

/// Edges of operators and built-ins, where arithmetic, the calendar or a standard give the answer.
@Suite("Operators and built-ins")
struct BuiltinTests {
    private func outcome(_ expression: String) throws -> String {
        let rules = try Rules("match /a/{b} { allow get: if \(expression); }")
        switch rules.get("a/b", ["nan": .double(.nan), "infinite": .double(.infinity), "emoji": "a😀b"]) {
        case .allowed: return "true"
        case .denied(let denials): return denials.first?.cause == .isFalse ? "false" : "error"
        }
    }

    @Test(
        arguments: [
            "1 == 1.0", "1 != '1'", "null == null", "null != false", "[1, 2.0] == [1.0, 2]", "[1] != [1, 2]",
            "{'a': 1, 'b': 2} == {'b': 2.0, 'a': 1}", "{'a': 1} != {'a': 2}", "[1, 2].toSet() == [2, 1, 1].toSet()",
            "9007199254740993 != 9007199254740992.0", "9007199254740993 > 9007199254740992.0",
            "resource.data.nan == resource.data.nan", "math.isNaN(resource.data.nan)",
            "9223372036854775807 > 9223372036854775806", "-9223372036854775807 - 1 < 0", "7 % -3 == 1", "-7 % 3 == -1",
            "(-9223372036854775807 - 1) % -1 == 0", "1 / 3 == 0", "1.0 / 4 == 0.25", "2 * 2.5 == 5", "'a' < 'b'",
            "'a' < 'aa'", "'Z' < 'a'", "'\u{FFFD}' < '😀'", "1.5 + 1 is float", "1 + 1 is int", "-(-1) == 1", "!!true",
            "1 in [1.0]", "'a' in {'a': null}", "!(2 in [1].toSet())", "true ? true : 1 / 0 == 1", "null is null",
            "[].toSet() is set", "{}.diff({}) is map_diff", "!(1 is nothing) || true",
        ]
    )
    func `is true`(_ expression: String) throws {
        #expect(try outcome(expression) == "true")
    }

    @Test(
        arguments: [
            "9223372036854775807 + 1 > 0", "-9223372036854775807 - 2 < 0", "9223372036854775807 * 2 > 0",
            "(-9223372036854775807 - 1) / -1 > 0", "-(-9223372036854775807 - 1) > 0",
            "math.abs(-9223372036854775807 - 1) > 0", "1.0 / 0.0 > 0", "1 / 0 == 0", "1 % 0 == 0", "1.5 % 1 == 0.5",
            "1 < 'a'", "null < 1", "true < false", "[1] < [2]", "resource.data.nan < 1", "1 > resource.data.nan",
            "'a' + 1 == 'a1'", "'a' - 'b' == ''", "1 in 1", "'a' in 'abc'", "1 in {'a': 1}", "-'a' == 'a'", "!1",
            "1 is nothing", "[1][1] == 1", "[1][-1] == 1", "[1]['a'] == 1", "[1][0.0] == 1", "'abc'[3] == ''",
            "{'a': 1}[0] == 1", "{'a': 1}.b == 1", "1.a == 1", "null.a == 1", "'abc'[2:1] == ''", "'abc'[-1:1] == ''",
            "resource.data.emoji[1] == ''", "resource.data.emoji[0:2] == ''", "[1][0:2] == []", "{'a': 1}[0:1] == []",
            "int('1.5') == 1", "int('') == 0", "int('0x10') == 16", "float('nan') != 1.0", "float('inf') > 1.0",
            "float('0x1p3') == 8.0", "int(1e300) == 1", "int(resource.data.nan) == 0", "string([]) == ''",
            "math.floor(resource.data.infinite) == 1", "math.sqrt(-1) == 1", "math.abs('1') == 1",
            "math.abs(1, 2) == 1",
            "timestamp.date(2023, 2, 29) == request.time", "timestamp.date(0, 1, 1) == request.time",
            "timestamp.date(2023, 13, 1) == request.time", "timestamp.value(9223372036854775807) == request.time",
            "duration.value(9223372036854775807, 'w') == duration.value(1, 's')", "duration.value(1, 'y') == null",
            "duration.value(1.0, 's') == duration.value(1, 's')", "latlng.value(91, 0) == null", "'a'.size(1) == 1",
            "timestamp.date(9999, 12, 31) + duration.value(1, 'd') == request.time", "hashing.md5(1) == b''",
            "'a'.matches('(') == true", "'a'.matches(1)", "['a', 1].join(',') == ''", "[1].concat(2) == [1]",
            "path('') == path('a')", "path('a//b') == path('a')", "path('{a}').bind({'a': 1}) == path('a')",
            "path('{a}').bind({'a': 'b/c'}) == path('a')", "path('{a}').bind({}) == path('a')", "/a/$(null) == /a/b",
            "1.toSet() == null", "'a'.keys() == []", "[1].keys() == []", "{}.toSet() == null", "b'a'.lower() == b'a'",
            "[1].hasAny(1)", "{'a': 1}.get(1, 2) == 2", "{'a': 1}.get('a') == 1", "{}.diff([]) == null",
        ]
    )
    func `is an error`(_ expression: String) throws {
        #expect(try outcome(expression) == "error")
        #expect(try outcome("!(\(expression))") == "error")
    }

    @Test(
        arguments: [
            // Moments: https://www.rfc-editor.org/rfc/rfc3339 and the calendar.
            "timestamp.value(-1).seconds() == 59 && timestamp.value(-1).nanos() == 999000000",
            "timestamp.value(-1).year() == 1969 && timestamp.value(-1).dayOfYear() == 365",
            "timestamp.date(2024, 12, 31).dayOfYear() == 366 && timestamp.date(2026, 11, 22).dayOfWeek() == 7",
            "timestamp.date(2026, 11, 23).dayOfWeek() == 1 && timestamp.value(-1).time() == duration.value(86399999, 'ms')",
            "timestamp.value(-1).date() == timestamp.date(1969, 12, 31)", "timestamp.value(-1).toMillis() == -1",
            "timestamp.date(1, 1, 1).year() == 1 && timestamp.date(9999, 12, 31).month() == 12",
            "timestamp.date(2026, 11, 21).hours() == 0 && timestamp.value(3723000).minutes() == 2",
            "duration.value(-1500, 'ms').seconds() == -1 && duration.value(-1500, 'ms').nanos() == -500000000",
            "duration.time(1, 2, 3, 4) == duration.value(3723000000004, 'ns')",
            "duration.value(1, 'w') == duration.value(7, 'd')",
            "-duration.value(1, 'm') == duration.value(-60, 's') && duration.value(1, 'h') > duration.value(59, 'm')",
            // A degree of the equator on a sphere of 6,371 km.
            "latlng.value(0, 0).distance(latlng.value(0, 1)) > 111194.9",
            "latlng.value(0, 0).distance(latlng.value(0, 1)) < 111195.0",
            "latlng.value(0, 0).distance(latlng.value(0, 180)) > 20015086.0",
            // https://reveng.sourceforge.io/crc-catalogue/ and RFC 1321, FIPS 180-4.
            "hashing.crc32('').toHexString() == '00000000' && hashing.crc32c(b'\\x00').toHexString() == '51537D52'",
            "hashing.md5('abc').toHexString() == '900150983CD24FB0D6963F7D28E17F72'", "hashing.sha256('').size() == 32",
            "'ÄÖß'.lower() == 'äöß' && 'äöß'.upper() == 'ÄÖß'", "'\\t a b\\n'.trim() == 'a b'", "''.split(',') == ['']",
            "'a,b,'.split(',') == ['a', 'b', '']", "'abc'.split('') == ['a', 'b', 'c']",
            "'abc'.replace('', '-') == '-a-b-c-'",
            "'a.b'.replace('[.]', '\\\\1') == 'a\\\\1b'", "'😀'.toUtf8().size() == 4 && b'😀'.size() == 4",
            "resource.data.emoji.size() == 4 && resource.data.emoji[0] == 'a' && resource.data.emoji[1:3] == '😀'",
            "[3, 1, 2, 1].toSet().size() == 3 && [1, 1.0].toSet().size() == 1", "[].hasAll([]) && [].hasOnly([1])",
            "![].hasAny([]) && [1].hasAny([2, 1].toSet())", "[1, 2].toSet().hasOnly([3, 2, 1])", "[].join(',') == ''",
            "{'b': 1, 'a': 2}.keys() == ['a', 'b'] && {'b': 1, 'a': 2}.values() == [2, 1]", "{'a': 1, 'a': 2}.a == 2",
            "{'a': {'b': null}}.get(['a', 'b'], 1) == null && {}.get([], 1) == 1",
            "path('/a/b') == /a/b && (/a/b)[1] == 'b'",
            "path('{x}/y').bind({'x': 'z'})['x'] == 'z' && path('{x}').bind({'x': 'z'}).x == 'z'",
            "/a/$(1)/$(/b/c)/$('d') == /a/1/b/c/d",
            "math.round(-2.5) == -3 && math.round(0.49) == 0 && math.ceil(-0.5) == 0",
            "math.floor(-1.5) == -2 && math.abs(-1.5) == 1.5 && math.pow(2, 0.5) * math.pow(2, 0.5) > 1.99",
            "int(2.9) == 2 && int(-2.9) == -2 && float(1) is float && float('1e2') == 100.0 && string(false) == 'false'",
        ]
    )
    func `agrees with standards`(_ expression: String) throws {
        #expect(try outcome(expression) == "true")
    }
}
