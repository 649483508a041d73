import Crypto
import Files
import Foundation
import Synchronization

/// Steps that unknown browsers have started and not finished. Each browser keeps its own, in a
/// cookie that only this run of the server can make and read. So others' steps take no memory here
/// and replace nobody's.
final class Begun<Content: Codable & Sendable>: Sendable {
  private struct Sealed: Codable {
    let begun: Int
    let content: Content
  }

  /// Seconds for which one is good.
  let lifetime: Int
  /// How many are remembered as taken; above that, the one that ends first is forgotten.
  private let mostTaken: Int
  private let key = SymmetricKey(size: .bits256)
  /// When those end that were taken, by the tags that seal them.
  private let taken = Mutex<[Data: Int]>([:])

  init(lifetime: Int, mostTaken: Int = 10_000) {
    (self.lifetime, self.mostTaken) = (lifetime, mostTaken)
  }

  /// Seals what a browser begins.
  ///
  /// - Parameters:
  ///   - content: what is needed when it comes back.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: what the browser keeps, for a cookie.
  /// - Throws: what encoding the content throws.
  func begin(_ content: Content, at now: Int) throws -> String {
    let plain = try JSONEncoder().encode(Sealed(begun: now, content: content))
    // RFC 8439, section 2.8, under a nonce that is made for it.
    return Base64URL.text(Array(try ChaChaPoly.seal(plain, using: key).combined))
  }

  /// What a browser has begun, which stays; nil where it is none, was taken, or is over.
  func content(of text: String, at now: Int) -> Content? { opened(text, at: now)?.content }

  /// Takes what a browser has begun: nobody gets it again. Nil as ``content(of:at:)``.
  func take(_ text: String, at now: Int) -> Content? {
    guard let (content, tag, end) = opened(text, at: now) else { return nil }
    return taken.withLock { taken in
      if taken.count >= mostTaken {
        taken = taken.filter { now < $0.value }
        if taken.count >= mostTaken, let first = taken.min(by: { $0.value < $1.value }) {
          taken[first.key] = nil
        }
      }
      return taken.updateValue(end, forKey: tag) == nil ? content : nil
    }
  }

  private func opened(_ text: String, at now: Int) -> (content: Content, tag: Data, end: Int)? {
    guard let bytes = Base64URL.bytes(text), let box = try? ChaChaPoly.SealedBox(combined: bytes),
      let plain = try? ChaChaPoly.open(box, using: key),
      let sealed = try? JSONDecoder().decode(Sealed.self, from: plain)
    else { return nil }
    let end = sealed.begun + lifetime
    // Not where the clock was set back either.
    guard (sealed.begun..<end).contains(now), taken.withLock({ $0[box.tag] == nil }) else {
      return nil
    }
    return (sealed.content, box.tag, end)
  }
}
