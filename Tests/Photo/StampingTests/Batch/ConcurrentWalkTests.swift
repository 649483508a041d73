import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Stamping

@Suite("A walk with several photos at a time")
struct ConcurrentWalkTests {
  private struct Seen: Hashable {
    let index: Int
    /// The photo's name, or the path of what could not be looked into.
    let name: String
    let isProblem: Bool

    init(_ element: PhotoWalk.Element, _ index: Int) {
      self.index = index
      switch element {
      case .photo(let photo): (name, isProblem) = (String(decoding: photo.relativePath), false)
      case .problem(let path, _): (name, isProblem) = (String(decoding: path), true)
      }
    }
  }

  private func folder(of count: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for number in 0..<count { try folder.write([1], to: "\(10 + number).jpg") }
    return folder
  }

  @Test("gives every photo and every problem an index in the order of the walk", arguments: [1, 3])
  func indices(jobs: Int) async throws {
    let folder = try folder(of: 5)
    let walk = PhotoWalk([
      FilePath("/nowhere/a.jpg"), FilePath(folder.path), FilePath("/nowhere/b.jpg"),
    ])
    var seen: [Seen] = []
    await ConcurrentWalk(walk, jobs: jobs).run(Seen.init) { seen.append($0) }
    if jobs == 1 { #expect(seen.map(\.index) == Array(0..<7)) }
    seen.sort { $0.index < $1.index }
    #expect(seen.map(\.index) == Array(0..<7))
    #expect(
      seen.map(\.name) == [
        "/nowhere/a.jpg", "10.jpg", "11.jpg", "12.jpg", "13.jpg", "14.jpg", "/nowhere/b.jpg",
      ])
    #expect(seen.filter(\.isProblem).map(\.index) == [0, 6])
  }

  @Test("works on no more photos at once than there are jobs", arguments: [1, 2, 4])
  func bound(jobs: Int) async throws {
    let folder = try folder(of: 8 * jobs)
    let running = Mutex(0)
    let most = Mutex(0)
    var count = 0
    let walk = ConcurrentWalk(PhotoWalk([FilePath(folder.path)]), jobs: jobs)
    await walk.run { _, index in
      let now = running.withLock { running in
        running += 1
        return running
      }
      most.withLock { $0 = max($0, now) }
      running.withLock { $0 -= 1 }
    } report: {
      count += 1
    }
    #expect(count == 8 * jobs)
    #expect(1...jobs ~= most.withLock { $0 })
  }

  @Test("goes on while a record is reported")
  func worksDuringReport() async throws {
    let folder = try folder(of: 2)
    let second = DispatchSemaphore(value: 0)
    let walk = ConcurrentWalk(PhotoWalk([FilePath(folder.path)]), jobs: 1)
    await walk.run { _, index in
      if index == 1 { second.signal() }
      return index
    } report: { index in
      if index == 0 { #expect(wait(for: second)) }
    }
  }

  /// Blocks a thread, which an asynchronous function may not do by itself.
  private func wait(for semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + 600) == .success
  }
}
