public import HearthAuth

/// Where workflows are kept between two runs: a place of its own for opaque, secret bytes, as a session's is.
///
/// Every `SessionStorage` will do, but not the object that keeps the session itself.
public typealias FlowStorage = SessionStorage
