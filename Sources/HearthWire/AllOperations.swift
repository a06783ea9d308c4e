/// Every operation of the API, in the order of the reference.
package let allOperations: [any Operation.Type] = [
    // Accounts
    SignUp.self,
    SignInWithPassword.self,
    SignInWithProvider.self,
    SignInWithCustomToken.self,
    LookUpAccount.self,
    UpdateAccount.self,
    DeleteAccount.self,
    SendCode.self,
    ResetPassword.self,
    CreateAuthURI.self,
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
]
