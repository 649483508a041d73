import Foundation
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Calendar feeds")
struct FeedTests {
  private let test: ReminderJournal
  private var reminders: Reminders { test.reminders }
  private let now = ReminderJournal.now

  init() throws { test = try ReminderJournal() }

  @Test("are found by their token, with whose they are, until they are revoked")
  func found() throws {
    let (feed, token) = try reminders.addFeed(FeedName("phone"), names: true, now: now)
    let bob = try test.owner("bob")
    let other = try bob.reminders.addFeed(FeedName("phone"), names: false, now: now)
    #expect(
      feed
        == Feed(
          id: feed.id, name: try FeedName("phone"), names: true, made: now, read: nil,
          maker: nil))
    let found = try #require(try test.journals.feed(of: token, now: now))
    #expect(found.feed == feed && found.owner == test.anna.owner)
    #expect(try test.journals.feed(of: other.token, now: now)?.owner == bob.owner)
    #expect(try test.journals.feed(of: AccessToken(), now: now) == nil)
    #expect(throws: ReminderError.unknownFeed(feed.id)) {
      try bob.reminders.removeFeed(feed.id, now: 1)
    }
    #expect(throws: ReminderError.unknownFeed(feed.id)) {
      try bob.reminders.setNames(false, ofFeed: feed.id, now: 1)
    }
    #expect(try reminders.setNames(false, ofFeed: feed.id, now: 1).names == false)
    try reminders.removeFeed(feed.id, now: 1)
    #expect(try test.journals.feed(of: token, now: now) == nil)
    #expect(try reminders.feeds().isEmpty)
    #expect(try bob.reminders.feeds().count == 1)
  }

  @Test("are found behind a lock too: whoever has the address is told no more than the feed may")
  func locked() throws {
    let token = try reminders.addFeed(FeedName("phone"), names: false, now: now).token
    try test.lock()
    #expect(try test.journals.feed(of: token, now: now)?.feed.names == false)
  }

  @Test("say when they were read, to the hour")
  func read() throws {
    let token = try reminders.addFeed(FeedName("phone"), names: false, now: now).token
    for (seconds, known) in [(0, 0), (3_599, 0), (3_600, 3_600), (7_199, 3_600)] {
      _ = try test.journals.feed(of: token, now: now + seconds)
      #expect(try reminders.feeds().map(\.read) == [now + known], "\(seconds)")
    }
  }

  @Test("leave no token in the journal's folder")
  func hash() throws {
    let token = try reminders.addFeed(FeedName("phone"), names: false, now: now).token
    #expect(
      try test.strings("SELECT hex(token_hash) FROM calendar_feed")
        == [token.hash.map { String(format: "%02X", $0) }.joined()])
    let files = test.folder.files.filter { $0.hasPrefix("journal/") }
    let contents = try files.map { Data(try test.folder.read($0)) }
    #expect(contents.contains { $0.range(of: token.hash) != nil })
    for secret in [Data(token.bytes), Data(token.text.utf8)] {
      #expect(contents.allSatisfy { $0.range(of: secret) == nil })
    }
  }

  @Test("are so many at most")
  func limit() throws {
    for _ in 0..<Reminders.feedLimit {
      _ = try reminders.addFeed(FeedName("phone"), names: false, now: now)
    }
    #expect(throws: ReminderError.tooManyFeeds(limit: 20)) {
      try reminders.addFeed(FeedName("phone"), names: false, now: now)
    }
  }

  @Test("have names of one line", arguments: ["", " ", "a\nb", "a\u{2028}b", "\u{7}"])
  func names(name: String) {
    #expect(throws: NameError.self) { try FeedName(name) }
  }
}
