import Testing

@testable import Formats

@Suite("Orientation")
struct OrientationTests {
  /// Where the pixel at (x, y) from the centre of the coded picture is displayed, y down.
  private static func displayed(_ orientation: Orientation, _ x: Int, _ y: Int) -> [Int] {
    switch orientation {
    case .topLeft: [x, y]
    case .topRight: [-x, y]
    case .bottomRight: [-x, -y]
    case .bottomLeft: [x, -y]
    case .leftTop: [y, x]
    case .rightTop: [-y, x]
    case .rightBottom: [-y, -x]
    case .leftBottom: [y, -x]
    }
  }

  @Test("Turning and mirroring compose with what is displayed", arguments: Orientation.allCases)
  func composition(orientation: Orientation) {
    let before = Self.displayed(orientation, 2, 1)
    #expect(Self.displayed(orientation.turnedAnticlockwise, 2, 1) == [before[1], -before[0]])
    #expect(Self.displayed(orientation.mirroredLeftRight, 2, 1) == [-before[0], before[1]])
    #expect(Self.displayed(orientation.mirroredTopBottom, 2, 1) == [before[0], -before[1]])
  }

  @Test("Axes change places from 5 on")
  func axes() {
    #expect(Orientation.allCases.filter(\.swapsAxes).map(\.rawValue) == [5, 6, 7, 8])
  }

  @Test("A tag that is not 1 to 8 counts as 1", arguments: [0, 9, 65535])
  func invalidTag(value: UInt16) {
    #expect(Orientation(exif: Sample.exif(orientation: value)[...]) == .topLeft)
  }
}
