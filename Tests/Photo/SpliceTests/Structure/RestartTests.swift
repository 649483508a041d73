import Formats
import Testing

@testable import JPEGSplice

@Suite("Restart intervals")
struct RestartTests {
  private func error(_ file: JPEGParts) throws -> JPEGError? {
    let picture = try JPEGPicture(file.bytes)
    do throws(JPEGError) {
      _ = try Splice([Label.whole(picture.frame)], over: picture, colour: picture.colour)
      return nil
    } catch {
      return error
    }
  }

  private let file = JPEGParts(SmallJPEG.restarts.bytes)
  private var markers: [Int] {
    file.parts.indices.filter { file.parts[$0].count == 2 && 0xD0...0xD7 ~= file.parts[$0][1] }
  }
  private func place(_ part: Int, in file: JPEGParts) -> Int { file.parts[..<part].joined().count }

  @Test("After the eighth marker comes the first again")
  func round() throws {
    #expect(markers.count == 14)
    #expect(try error(file) == nil)
  }

  @Test("A missing marker is reported at the next one")
  func missing() throws {
    var changed = file
    changed.parts.remove(at: markers[2])
    let next = place(markers[3] - 1, in: changed)
    #expect(try error(changed) == .damaged(.wrongRestart, at: next))
  }

  @Test("Without the last marker the data end early")
  func missingLast() throws {
    var changed = file
    let last = try #require(markers.last)
    changed.parts.remove(at: last)
    let end = changed.bytes.count - 2
    #expect(try error(changed) == .damaged(.endsEarly, at: end))
  }

  @Test("One marker too many is reported", arguments: [0, 1])
  func extra(fromEnd: Int) throws {
    var changed = file
    let part = changed.parts.count - 1 - fromEnd
    changed.parts.insert([0xFF, 0xD0 + UInt8(markers.count % 8)], at: part)
    guard case .damaged = try error(changed) else {
      Issue.record("was spliced")
      return
    }
  }

  @Test("Markers in another order are reported")
  func order() throws {
    var changed = file
    changed.parts.swapAt(markers[1], markers[2])
    #expect(try error(changed) == .damaged(.wrongRestart, at: place(markers[1], in: changed)))
  }

  @Test("The interval of a later segment holds for the scans after it", arguments: [0, 3])
  func changes(interval: UInt8) throws {
    var changed = JPEGParts(SmallJPEG.separate.bytes)
    let scans = changed.places(.startOfScan)
    let segment = JPEGParts.segment(JPEGMarker.restartInterval.rawValue, [0, interval])
    changed.parts.insert(segment, at: scans[2])
    #expect((try error(changed) == nil) == (interval == 0))
  }
}
