#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthModels
internal import SwiftUI

struct AuthGatePreviews: PreviewProvider {
    static var previews: some View {
        AuthGate(.preview) { user in Text(user.uid) }
    }
}

struct AccountPreviews: PreviewProvider {
    static var previews: some View {
        AccountView(.preview, issuer: "Notes").inEveryLook()
    }
}

struct DeleteAccountPreviews: PreviewProvider {
    static var previews: some View {
        DeleteAccountView(DeleteAccountModel(.preview)).inEveryLook()
    }
}

struct SecondFactorEnrollmentPreviews: PreviewProvider {
    static var previews: some View {
        SecondFactorEnrollmentView(.preview, issuer: "Notes").inEveryLook()
    }
}

struct LockPreviews: PreviewProvider {
    static var previews: some View {
        LockView(SessionModel(.preview)).inEveryLook()
    }
}

struct AppearancePreviews: PreviewProvider {
    static var previews: some View {
        Form { AppearancePicker(Theme(store: InMemoryThemeStore())) }
    }
}
#endif
