import HearthCore
import Testing

@Suite("Common passwords")
struct CommonPasswordsTests {
    private static let eve = CommonPasswords.Context(
        email: "eve.holland42@corp-mail.example",
        displayName: "Eve Zwartjes",
        phoneNumber: "+15555550100",
        names: ["Lamplight", "demo-shop"]
    )

    @Test(
        arguments: [
            "password", "Password", "PASSWORD", "password1", "Password1!", "P@ssw0rd", "p4$$w0rd",
            "Passw0rd2024!",
            "!password!", "123password", "passwordpassword", "drowssap", "ｐａｓｓｗｏｒｄ", "letmein", "LetMeIn!", "iloveyou",
            "iloveyou123", "monkey", "Monkey99", "dragon2023", "welcome1", "Welcome123", "admin", "Admin123!",
            "adminadmin",
            "changeme", "ChangeMe!", "trustno1", "summer2024", "Summer2024!", "Winter2019", "october1987", "michael1",
            "Jennifer!",
            "sunshine7", "butterfly", "chocolate1", "football12", "liverpool", "arsenal4ever", "superman", "B4tm4n",
            "starwars77",
            "computer", "internet", "umbrella7", "passwort", "motdepasse", "contraseña", "Senha123", "пароль",
            "Пароль1",
            "密码", "correcthorsebatterystaple", "abc123", "hunter2",
        ]
    )
    func `are refused with their trivial changes`(_ password: String) {
        #expect(CommonPasswords.verdict(password) == .common)
    }

    @Test(
        arguments: [
            "123456", "йцукен", "aaaaaa", "AAAAAAAAAAAA", "zzzzzzzzzzzzzzzzzzzzz", "абвгде", "fghijk", "jihgfedc",
            "rtyuiop",
            "2wsx3edc4rfv", "yxcvbnm,", "9876543210", "24681357", "13061987", "19870613", "130687", "13.06.1987",
            "2024", "abab",
            "74747474", "x7x7x7x7x7x7", "......", "", "a", "zq", "ыв",
        ]
    )
    func `are not the only ones: rows, repetitions, dates and scraps are refused`(_ password: String) {
        #expect(CommonPasswords.verdict(password) != .acceptable)
    }

    @Test(
        arguments: [
            "eve.holland42@corp-mail.example", "EVE.HOLLAND42@CORP-MAIL.EXAMPLE", "eve.holland42", "eveholland",
            "EveHolland!", "holland2024",
            "eve2024", "Ev32024", "h0ll4nd1", "dnalloh", "corpmail", "Corp-Mail1", "zwartjes", "Zwartjes1!",
            "evezwartjes",
            "zw4rtj35", "lamplight", "Lamplight123", "L4mpl1ght!", "demoshop", "demo-shop-2024", "15555550100",
            "+15555550100",
            "lamplighteve", "hollandholland",
        ]
    )
    func `of one account are refused, and not those of another`(_ password: String) {
        #expect(CommonPasswords.verdict(password, context: Self.eve) == .personal)
    }

    @Test func `of one account are known to that account alone`() {
        #expect(CommonPasswords.verdict("zwartjes") == .acceptable)
        #expect(CommonPasswords.verdict("zwartjes", context: Self.eve) == .personal)
    }

    @Test(
        arguments: [
            // Passphrases of four words, common ones too, in several scripts.
            "velvet anchor dozen piano", "blue house green tree", "Blue-House-Green-Tree", "ledgerwombatcopperflute",
            "der rote hund schläft gern", "quatre chevaux dorment ici", "синий дом зелёное дерево", "青い家と緑の木です",
            "파란집초록나무", "بيت أزرق وشجرة خضراء", "kolme pientä kissaa nukkuu",
            // Random letters, digits and symbols.
            "xkqvzpwm", "Tr0ub4dor&3", "h7Kq!zP2", "q8ZrT1vB", "8392017465", "Zx9$kLq2", "gT5^pQ", "mzkfq7rw",
            "fR8!dQ2m#X",
            "5f4dcc3b5aa765d61d8327deb882cf99", "🐙🦔🎻🧶🪁🥨", "вщшкжуця", "渡辺橘鷲尾",
            // Words of the account among others.
            "eve walks seven dogs daily",
        ]
    )
    func `are not what these are`(_ password: String) {
        #expect(CommonPasswords.verdict(password, context: Self.eve) == .acceptable)
    }

    @Test func `are looked for in bounded time`() {
        let long = String(repeating: "p@ssw0rd1l!|", count: 400)
        #expect(CommonPasswords.verdict(long) == .common)
        #expect(CommonPasswords.verdict(String(repeating: "1", count: 100_000)) != .acceptable)
        #expect(CommonPasswords.verdict(String(repeating: "\u{301}", count: 100_000)) != .acceptable)
        let odd = CommonPasswords.Context(email: "@@@", displayName: "", names: ["", " ", "a", "..", "\u{0}"])
        #expect(CommonPasswords.verdict("velvet anchor dozen piano", context: odd) == .acceptable)
    }
}
