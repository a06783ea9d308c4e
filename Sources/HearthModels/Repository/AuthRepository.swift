/// All that an app's screens need to know and to do about identity.
///
/// ``ManagedAuthRepository`` is the one over an ``HearthFlows/AuthManager``; an app may write its own, and its tests
/// take the recording one of `HearthTesting`.
public typealias AuthRepository = SessionRepository & SignInRepository & AccountRepository
    & SecondFactorRepository & PasskeyRepository & DeletionRepository
