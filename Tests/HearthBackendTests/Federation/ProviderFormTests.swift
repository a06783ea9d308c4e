import HearthHTTP
import Testing

@testable import HearthBackend

@Suite("The form with a provider's answer")
struct ProviderFormTests {
    @Test(
        arguments: [
            ("id_token=a.b.c&providerId=google.com", ["id_token": "a.b.c", "providerId": "google.com"]),
            ("access_token=ya29.a%2Bb%2Fc&providerId=x.y", ["access_token": "ya29.a+b/c", "providerId": "x.y"]),
            // A raw `+` of a token is one; in encoded JSON it is a space.
            ("access_token=ya29.a+b&providerId=x.y", ["access_token": "ya29.a+b", "providerId": "x.y"]),
            ("id_token=%7B%22sub%22%3A+%221%22%7D", ["id_token": #"{"sub": "1"}"#]),
            // As the official client for Apple platforms sends it: decoded.
            (
                #"id_token={"sub":"1","name":"A & B=C + D % E"}&providerId=apple.com&nonce=x"#,
                ["id_token": #"{"sub":"1","name":"A & B=C + D % E"}"#, "providerId": "apple.com", "nonce": "x"]
            ),
            (
                #"providerId=apple.com&user={"name":{"firstName":"Ä&Ö"}}"#,
                ["providerId": "apple.com", "user": #"{"name":{"firstName":"Ä&Ö"}}"#]
            ),
            ("", [:]), ("&&=&", ["": ""]), ("id_token", ["id_token": ""]), ("{&}", [:]),
        ] as [(String, [String: String])]
    )
    func `is read as it was meant`(_ text: String, _ values: [String: String]) {
        let parameters = ProviderForm.parse(text)
        #expect(Dictionary(parameters.all.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) == values)
    }
}
