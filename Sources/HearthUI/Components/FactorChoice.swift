#if canImport(SwiftUI)
internal import HearthAuth
internal import HearthFlows
internal import HearthModels
internal import SwiftUI

/// One button for each second factor.
struct FactorChoice: View {
    private let factors: [MultiFactorInfo]
    private let choose: @MainActor (MultiFactorInfo) async -> Void
    @Environment(\.localizer) private var localizer

    init(_ factors: [MultiFactorInfo], choose: @escaping @MainActor (MultiFactorInfo) async -> Void) {
        self.factors = factors
        self.choose = choose
    }

    var body: some View {
        ForEach(factors, id: \.uid) { factor in
            ActionButton(factor.title.text(localizer), symbol: factor.isPhone ? "message" : "lock.shield") {
                await choose(factor)
            }
        }
    }
}
#endif
