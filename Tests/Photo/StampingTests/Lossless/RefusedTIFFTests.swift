import Formats
import Raster
import TestSupport
import Testing

@testable import Stamping

@Suite("A TIFF in which nothing is drawn")
struct RefusedTIFFTests {
  private static func obstacle(_ bytes: [UInt8]) -> TIFFObstacle? {
    do {
      _ = try StampedTIFFs.stamp(bytes)
      return nil
    } catch {
      switch error as? StampError {
      case .tiff(let obstacle): return obstacle
      case .losses(let losses):
        for case .reencoding(.tiff(let obstacle)) in losses { return obstacle }
        return nil
      default: return nil
      }
    }
  }

  @Test(
    "is named",
    arguments: [
      (MadeTIFF { $0.subfileType = 1 }, TIFFObstacle.smallCopy),
      (MadeTIFF { $0.fields = [(0xC634, Array("Adobe\0".utf8))] }, .privateData),
      (
        MadeTIFF { ($0.compression, $0.strips) = (50001, [[1], [1], [1], [1]]) },
        .compression(50001)
      ),
      (MadeTIFF { ($0.colour, $0.strips) = (8, [[1], [1], [1], [1]]) }, .colour(8)),
      (
        MadeTIFF { ($0.compression, $0.strips) = (4, [[1], [1], [1], [1]]) }, .samples(bits: 8)
      ), (MadeTIFF { ($0.isFloat, $0.bits, $0.light) = (true, 32, 9) }, .range),
    ])
  func named(page: MadeTIFF, expected: TIFFObstacle) throws {
    #expect(try Self.obstacle(page.file()) == expected)
  }

  @Test("because it was changed since it was stamped is left alone")
  func edited() throws {
    let original = try MadeTIFF { $0.compression = 5 }.file()
    var stamped = try StampedTIFFs.stamp(original).bytes
    stamped[40] ^= 1
    for work in [
      { _ = try Unstamper().unstamp(Stamped.source(stamped)) },
      { _ = try StampedTIFFs.stamp(stamped) },
    ] {
      #expect { try work() } throws: {
        if case .editedSinceStamping = $0 as? StampError { true } else { false }
      }
    }
    #expect(try StampedTIFFs.verify(stamped, original).problems.contains(.editedSinceStamping))
    let other = try MadeTIFF().file()
    #expect(
      try StampedTIFFs.verify(StampedTIFFs.stamp(original).bytes, other).problems
        == [.notThisOriginal])
  }

  @Test(
    "wherever a byte is another or the file ends, it fails or comes back as it was",
    arguments: [1, 5])
  func hostile(compression: Int) throws {
    let whole = try MadeTIFF {
      ($0.width, $0.height, $0.rowsPerStrip, $0.compression) = (64, 48, 16, compression)
    }.file()
    let directory = try StampedTIFFs.photo(whole).directory.offset
    var random = SplitMix64(seed: 23)
    var stamped = 0
    for round in 0..<300 {
      var bytes = whole
      if round < 60 {
        bytes.removeLast(Int(random.next() % UInt64(whole.count - directory)))
      } else {
        for _ in 0..<1 + round % 3 {
          let place = directory + Int(random.next() % UInt64(whole.count - directory))
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      guard let file = try? StampedTIFFs.stamp(bytes).bytes,
        (try? PhotoFile(bytes))?.header.format == .tiff
      else { continue }
      stamped += 1
      #expect(try Unstamper().unstamp(Stamped.source(file)).bytes == bytes)
    }
    #expect(stamped > 20)
  }

  @Test("with a record that is damaged is refused or gives the original, never another file")
  func damagedRecord() throws {
    let original = try MadeTIFF { ($0.width, $0.height) = (64, 48) }.file()
    let stamped = try StampedTIFFs.stamp(original).bytes
    let range = try #require(StampedTIFFs.photo(stamped).stampRange)
    var refused = 0
    for place in stride(from: range.lowerBound, to: range.upperBound, by: 3) {
      for value in [0, 0xFF, stamped[place] ^ 0x80] {
        var bytes = stamped
        bytes[place] = value
        do {
          #expect(try Unstamper().unstamp(Stamped.source(bytes)).bytes == original)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  @Test("because its pages lead back to the first is damaged")
  func cycle() throws {
    var bytes = try MadeTIFF.file([MadeTIFF(), MadeTIFF()])
    let photo = try StampedTIFFs.photo(bytes)
    let last = try #require(photo.pages.last)
    let link = try #require(last.table).upperBound
    bytes.replaceSubrange(
      link..<link + 4, with: ByteOrder.littleEndian.bytes(of: UInt32(photo.directory.offset)))
    // The first directory is a copy once it is stamped: the old one would be a page of its own.
    #expect(Self.obstacle(bytes) == .damaged(field: "IFD"))
  }
}
