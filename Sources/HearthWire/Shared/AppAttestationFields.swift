package import HearthCore

/// A request that may carry the proof that a person sends it, or the real app.
package protocol AppAttestationFields: Message {
    /// What the proof is for, in reCAPTCHA's words.
    static var appAttestationAction: String { get }
    /// The proof.
    var captchaResponse: Secret<String>? { get set }
    /// `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    var clientType: String? { get set }
    /// `RECAPTCHA_ENTERPRISE`.
    var recaptchaVersion: String? { get set }
}

extension SignUp.Request: AppAttestationFields {
    package static let appAttestationAction = "signUpPassword"
}

extension SignInWithPassword.Request: AppAttestationFields {
    package static let appAttestationAction = "signInWithPassword"
}

extension SendVerificationCode.Request: AppAttestationFields {
    package static let appAttestationAction = "sendVerificationCode"
}

extension SendCode.Request: AppAttestationFields {
    package static let appAttestationAction = "getOobCode"

    package var captchaResponse: Secret<String>? {
        get { captchaResp }
        set { captchaResp = newValue }
    }
}

extension StartSecondFactorEnrollment.Request: AppAttestationFields {
    package static let appAttestationAction = "mfaSmsEnrollment"

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

extension StartSecondFactorSignIn.Request: AppAttestationFields {
    package static let appAttestationAction = "mfaSmsSignIn"

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
