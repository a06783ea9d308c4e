/// All that an app's screens need to know and to do about identity.
///
/// The layers of an app that is built so: `AuthManager` is the data source, a repository turns what it says into what
/// screens understand, ``AuthenticationUseCase`` or a model decides, a view shows. ``ManagedAuthRepository`` is
/// the one over a manager; an app may write its own, and its tests take the recording one of `HearthTesting`.
public typealias AuthRepository = SessionRepository & SignInRepository & AccountRepository
    & SecondFactorRepository & PasskeyRepository & DeletionRepository
