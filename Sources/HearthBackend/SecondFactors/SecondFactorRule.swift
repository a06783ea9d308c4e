internal import HearthCore
internal import HearthWire

/// What counts as a list of second factors.
enum SecondFactorRule {
    /// Where the identifiers of factors come from.
    enum Identifiers {
        /// They are made, whatever the request has.
        case made
        /// They are the request's, and made where it has none.
        case givenOrMade
        /// They are the request's, which must have them.
        case given
    }

    /// Reads the factors that an administrator enrolls: numbers checked, identifiers made, moments filled in.
    static func enrollments(
        _ factors: [SecondFactorInfo],
        ids source: Identifiers,
        _ policy: Policy,
        now: UnixTime,
        random: RandomSource
    ) throws(APIError) -> [SecondFactor] {
        var enrolled: [SecondFactor] = []
        var numbers: Set<PhoneNumber> = []
        var ids: Set<FactorID> = []
        for factor in factors {
            guard factor.totpInfo == nil, let text = factor.phoneInfo,
                let number = try? PhoneRule.parse(text, policy)
            else { throw APIError(.invalidMFAPhoneNumber, "Invalid format.") }
            // The same number twice is the same factor.
            guard numbers.insert(number).inserted else { continue }
            let given = source == .made ? nil : factor.mfaEnrollmentId
            let id = given ?? (source == .given ? "" : random.alphanumeric(28))
            guard !id.isEmpty else {
                throw APIError(.invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.")
            }
            guard let id = FactorID(rawValue: id) else {
                throw APIError(.invalidMFAEnrollmentID, "mfaEnrollmentId is 1 to 128 bytes without control characters.")
            }
            guard ids.insert(id).inserted else { throw APIError(.duplicateMFAEnrollmentID) }
            let moment = factor.enrolledAt.flatMap { UnixTime(rfc3339: $0) } ?? now
            enrolled.append(
                SecondFactor(id: id, name: factor.displayName, enrolledAt: moment, method: .phone(number))
            )
        }
        return enrolled
    }
}
