internal import HearthCore
internal import HearthWire

/// What counts as a list of second factors.
enum SecondFactorRule {
    /// Reads the factors that an administrator enrolls: numbers checked, identifiers made, moments filled in.
    static func enrollments(
        _ factors: [SecondFactorInfo],
        _ policy: Policy,
        now: UnixTime,
        random: RandomSource
    ) throws(APIError) -> [SecondFactorInfo] {
        var enrolled: [SecondFactorInfo] = []
        var numbers: Set<String> = []
        var ids: Set<String> = []
        for factor in factors {
            guard factor.totpInfo == nil, let text = factor.phoneInfo,
                let number = try? PhoneRule.parse(text, policy)
            else { throw APIError(.invalidMFAPhoneNumber, "Invalid format.") }
            // The same number twice is the same factor.
            guard numbers.insert(number).inserted else { continue }
            var enrollment = factor
            enrollment.phoneInfo = number
            enrollment.unobfuscatedPhoneInfo = number
            enrollment.mfaEnrollmentId = factor.mfaEnrollmentId ?? random.alphanumeric(28)
            enrollment.enrolledAt = factor.enrolledAt ?? CivilTime(now).rfc3339
            guard let id = enrollment.mfaEnrollmentId, !id.isEmpty else { throw APIError(.invalidMFAEnrollmentID) }
            guard ids.insert(id).inserted else { throw APIError(.duplicateMFAEnrollmentID) }
            enrolled.append(enrollment)
        }
        return enrolled
    }
}
