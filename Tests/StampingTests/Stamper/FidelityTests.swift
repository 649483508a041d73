import Formats
import Raster
import Testing

@testable import Stamping

@Suite("What became of a photo outside its label")
struct FidelityTests {
  @Test(
    "is said of the format, and of what is lost",
    arguments: [
      (Encoding.png, PhotoFormat.png, [], Fidelity.lossless(isReversible: nil)),
      (.webpLossless, .webp, [], .lossless(isReversible: nil)),
      (.png, .png, [.extra(.depthMap)], .lossless(isReversible: nil)),
      (.webp(quality: 90), .webp, [], .reencoded(because: .outputFormat(.webp))),
      (.heic(quality: 90), .heic, [], .reencoded(because: .outputFormat(.heic))),
      (
        .png, .png, [.extra(.depthMap), .bitsPerChannel(16)],
        .reencoded(because: .losses([.bitsPerChannel(16)]))
      ),
      (
        .jpeg(quality: 80, progressive: false), .jpeg, [.reencoding(.quality)],
        .reencoded(because: .losses([.reencoding(.quality)]))
      ),
    ] as [(Encoding, PhotoFormat, [StampLoss], Fidelity)])
  func recoded(
    encoding: Encoding, format: PhotoFormat, losses: [StampLoss], fidelity: Fidelity
  ) {
    #expect(Fidelity(recodingAs: encoding, format: format, losses: losses) == fidelity)
  }

  @Test("needs leave where a JPEG is re-encoded, unless its quality was given")
  func leave() {
    #expect(StampLoss.reencoding(.quality).isOnlyNamed)
    for reason in [ReencodingReason.arithmetic, .cmyk, .unusual] {
      #expect(!StampLoss.reencoding(reason).isOnlyNamed)
    }
  }
}
