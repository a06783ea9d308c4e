/// Every operation of the API, in the order of the reference.
package let allOperations: [any Operation.Type] = [
    // Accounts
    SignUp.self,
    SignInWithPassword.self,
    SignInWithEmailLink.self,
    SignInWithProvider.self,
    SignInWithCustomToken.self,
    SendVerificationCode.self,
    SignInWithPhoneNumber.self,
    LookUpAccount.self,
    UpdateAccount.self,
    DeleteAccount.self,
    SendCode.self,
    ResetPassword.self,
    CreateAuthURI.self,
    RevokeToken.self,
    // Second factors
    StartSecondFactorEnrollment.self,
    FinishSecondFactorEnrollment.self,
    WithdrawSecondFactor.self,
    StartSecondFactorSignIn.self,
    FinishSecondFactorSignIn.self,
    // Sessions
    ExchangeRefreshToken.self,
    // Administration
    GetProject.self,
    ListAccounts.self,
    ImportAccounts.self,
    DeleteAccounts.self,
    QueryAccounts.self,
    // Emulator
    ClearAccounts.self,
    GetEmulatorConfig.self,
    UpdateEmulatorConfig.self,
    ListCodes.self,
    ListVerificationCodes.self,
]
