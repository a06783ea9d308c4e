package import HearthCore

/// A request that may carry the proof that a person sends it, or the real app.
package protocol AttestationFields: Message {
    /// What the proof is for, in reCAPTCHA's words.
    static var attestationAction: String { get }
    /// The proof.
    var captchaResponse: Secret<String>? { get set }
    /// `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    var clientType: String? { get set }
    /// `RECAPTCHA_ENTERPRISE`.
    var recaptchaVersion: String? { get set }
}

extension SignUp.Request: AttestationFields {
    package static let attestationAction = "signUpPassword"
}

extension SignInWithPassword.Request: AttestationFields {
    package static let attestationAction = "signInWithPassword"
}

extension SendVerificationCode.Request: AttestationFields {
    package static let attestationAction = "sendVerificationCode"
}

extension SendCode.Request: AttestationFields {
    package static let attestationAction = "getOobCode"

    package var captchaResponse: Secret<String>? {
        get { captchaResp }
        set { captchaResp = newValue }
    }
}

extension StartSecondFactorEnrollment.Request: AttestationFields {
    package static let attestationAction = "mfaSmsEnrollment"

    package var captchaResponse: Secret<String>? {
        get { phoneEnrollmentInfo?.captchaResponse }
        set { phoneEnrollmentInfo?.captchaResponse = newValue }
    }

    package var clientType: String? {
        get { phoneEnrollmentInfo?.clientType }
        set { phoneEnrollmentInfo?.clientType = newValue }
    }

    package var recaptchaVersion: String? {
        get { phoneEnrollmentInfo?.recaptchaVersion }
        set { phoneEnrollmentInfo?.recaptchaVersion = newValue }
    }
}

extension StartSecondFactorSignIn.Request: AttestationFields {
    package static let attestationAction = "mfaSmsSignIn"

    package var captchaResponse: Secret<String>? {
        get { phoneSignInInfo?.captchaResponse }
        set { phoneSignInInfo?.captchaResponse = newValue }
    }

    package var clientType: String? {
        get { phoneSignInInfo?.clientType }
        set { phoneSignInInfo?.clientType = newValue }
    }

    package var recaptchaVersion: String? {
        get { phoneSignInInfo?.recaptchaVersion }
        set { phoneSignInInfo?.recaptchaVersion = newValue }
    }
}
