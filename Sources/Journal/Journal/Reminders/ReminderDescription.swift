package import Reminders
import Store

/// A reminder as one object of JSON, on the command line as over the network.
package struct RuleDescription: Encodable, Sendable {
  let number: Int64
  let subject: String
  let time: String
  /// Minutes; missing where it comes once only.
  let again: Int?
  /// As "22:00-07:00"; missing where there are none.
  let quiet: String?
  let on: Bool

  package init(_ rule: ReminderRule) {
    let facts = rule.facts
    (number, subject, time) = (rule.id, facts.subject.rawValue, "\(facts.time)")
    (again, quiet, on) = (facts.again, facts.quiet?.description, facts.isOn)
  }
}

/// A way as a JSON object, without its secrets.
package struct WayDescription: Encodable, Sendable {
  let number: Int64
  let kind: String
  /// Of a push the host of the browser's push service; missing for the desktop.
  let address: String?
  /// Of a hook; else missing.
  let format: String?
  /// Whether a hook has one; else missing.
  let token: Bool?
  let names: Bool
  /// False for mail that waits for its code; nothing is sent there until then.
  let confirmed: Bool
  /// The device of a push; else missing.
  let device: Int64?
  /// In UTC.
  let since: String
  /// Missing where the last one arrived.
  let failure: Failure?
  /// The device that set it up; missing where that was the machine, or before it was written down.
  let maker: MakerDescription?

  struct Failure: Encodable {
    let since: String
    let reason: String
  }

  /// - Parameters:
  ///   - way: the way.
  ///   - reason: why the last notice failed, if it did.
  package init(_ way: ReminderWay, failedFor reason: String?) {
    let (facts, isHook) = (way.facts, way.facts.kind == .hook)
    (number, kind, names, device) = (way.id, facts.kind.rawValue, facts.names, way.device)
    (address, confirmed) = (facts.shownAddress, way.isConfirmed)
    format = isHook ? facts.detail : nil
    token = isHook ? !facts.secret.isEmpty : nil
    since = InstantText.text(way.since)
    maker = way.maker.map(MakerDescription.init)
    failure = way.failure.map {
      Failure(since: InstantText.text($0.since), reason: reason ?? "")
    }
  }
}

/// The device that set something up; it may be revoked since.
struct MakerDescription: Encodable {
  let device: Int64
  let name: String

  init(_ maker: Maker) { (device, name) = (maker.device, maker.name.text) }
}

/// A feed as one object of JSON, without its address.
package struct FeedDescription: Encodable, Sendable {
  let number: Int64
  let name: String
  let names: Bool
  /// In UTC.
  let made: String
  /// To the hour; missing where it was never read.
  let read: String?
  /// As a way's.
  let maker: MakerDescription?
  /// Only where it was just made: nobody knows it later.
  let address: String?

  package init(_ feed: Feed, address: String? = nil) {
    (number, name, names) = (feed.id, feed.name.text, feed.names)
    made = InstantText.text(feed.made)
    read = feed.read.map { InstantText.text($0) }
    maker = feed.maker.map(MakerDescription.init)
    self.address = address
  }
}
