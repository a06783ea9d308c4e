#if canImport(SwiftUI)
internal import HearthModels
internal import SwiftUI

struct SignInPreviews: PreviewProvider {
    static var previews: some View {
        SignInView(.preview, options: [.password, .signUp, .emailLink, .phone, .guest]).inEveryLook()
    }
}

struct SignUpPreviews: PreviewProvider {
    static var previews: some View {
        SignUpView(.preview).inEveryLook()
    }
}

struct PasswordResetPreviews: PreviewProvider {
    static var previews: some View {
        PasswordResetView(.preview).inEveryLook()
    }
}

struct EmailLinkPreviews: PreviewProvider {
    static var previews: some View {
        EmailLinkView(ProofModel(.emailLink, .preview)).inEveryLook()
    }
}

struct PhoneSignInPreviews: PreviewProvider {
    static var previews: some View {
        PhoneSignInView(.preview).inEveryLook()
    }
}
#endif
