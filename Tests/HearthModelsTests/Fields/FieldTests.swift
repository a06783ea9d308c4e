import HearthFlows
import Testing

@testable import HearthModels

@Suite("Field")
struct FieldTests {
    @Test func `complains only after the user has left it`() {
        var field = Field(.email)
        field.text = "eve@"
        #expect(field.problem == nil)
        #expect(!field.isValid)
        field.leave()
        #expect(field.problem == Message(.invalidEmail))
        field.text = "eve@example.com"
        #expect(field.problem == nil)
    }

    @Test func `shows what the service said until the text changes`() {
        var field = Field(.email, text: "eve@example.com")
        field.reject(Message(.emailAlreadyInUse))
        #expect(field.problem == Message(.emailAlreadyInUse))
        field.text = "eve@example.com"
        #expect(field.problem == Message(.emailAlreadyInUse))
        field.text = "adam@example.com"
        #expect(field.problem == nil)
    }

    @Test func `is as new when it is emptied`() {
        var field = Field(.password, text: "secret")
        field.leave()
        field.reject(Message(.weakPassword))
        field.clear()
        #expect(field.text.isEmpty && field.problem == nil)
    }

    @Test func `prints nothing of what is in it`() {
        let field = Field(.password, text: "correct horse")
        var dumped = ""
        dump(field, to: &dumped)
        #expect(!(dumped + "\(field)" + String(reflecting: field)).contains("horse"))
    }
}
