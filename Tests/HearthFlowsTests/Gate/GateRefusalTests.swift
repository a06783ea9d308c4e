import Testing

@testable import HearthFlows

@Suite("Refusals of Apple's gates")
struct GateRefusalTests {
    @Test(
        arguments: [
            (-128, GateRefusal.cancelled), (-25_293, .wrong), (-25_308, .unavailable), (-34_018, .unavailable),
        ] as [(Int32, GateRefusal)]
    )
    func `the keychain's answer is told apart`(_ status: Int32, _ refusal: GateRefusal) {
        #expect(GateRefusal.keychain(status) == refusal)
    }

    @Test(arguments: [0, -25_300] as [Int32])
    func `a key that is there, or was never made, is no refusal`(_ status: Int32) {
        #expect(GateRefusal.keychain(status) == nil)
    }

    @Test(arguments: [
        (-1, GateRefusal.wrong), (-2, .cancelled), (-4, .cancelled), (-5, .unavailable), (-6, .unavailable),
        (-7, .unavailable), (-8, .lockedOut), (-9, .cancelled), (0, .unavailable),
    ])
    func `why no one can be recognised is told apart`(_ code: Int, _ refusal: GateRefusal) {
        #expect(GateRefusal.biometry(code) == refusal)
    }
}
