import ArgumentParser
import CaptureTime
import Foundation
import Journal
import Store
import SystemPackage

/// Prints a line for each question, with tabs between: its name, its median and 99th percentile in
/// milliseconds, the same of the CPU's time, and how many posts or days the answers had on average.
struct JournalBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Times a journal's questions inside one process.")

  @Argument(help: "The journal's folder.") var folder: String
  @Argument(help: "Whose journal is asked.") var owner: String
  @Argument(
    help: """
      The only question; or "searches", those of a journal whose posts have words; or "texts", searches of \
      texts.
      """)
  var question: String?
  @Argument(help: "Searches of texts: in each line a kind, a tab and what is looked for.")
  var file: String?

  func run() throws {
    let journal = try Journal(opening: FilePath(folder)).journal(of: OwnerName(owner))
    switch (question, file) {
    case ("texts", let file?): try JournalQueries.timeTexts(journal, FilePath(file))
    case ("searches", nil): try JournalQueries.timeSearches(journal)
    default: try JournalQueries(journal, question: question).run()
    }
  }
}

/// The questions about posts and days, with days and words drawn by lot.
struct JournalQueries {
  private static let rounds = 300

  private let journal: OwnerJournal
  /// The only one that is asked; nil for all.
  private let question: String?
  private let days: [CivilDate]
  private let captions: [String]

  init(_ journal: OwnerJournal, question: String?) throws {
    self.journal = journal
    self.question = question
    let days = try journal.days.counts(PostFilter()).map(\.day)
    let step = max(1, days.count / Self.rounds)
    captions = try stride(from: 0, to: days.count, by: step).flatMap {
      try journal.posts.all(PostFilter(DayBounds(DayRange(days[$0]))), latest: 1).map(\.caption)
    }
    self.days = days
  }

  func run() throws {
    try time("one day") { try journal.posts.all(PostFilter(DayBounds(DayRange(day())))).count }
    try time("a month's counts") {
      try journal.days.counts(DayRange(Month(containing: day()))).count
    }
    try time("a year's heat map") { try journal.days.counts(year(of: day())).count }
    try time("memories") { try journal.memories.posts(of: day(), ofEachYear: 11).count }
    try time("memories, all posts") { try journal.memories.posts(of: day()).count }
    try time("a day of any year") { try journal.posts.all(PostFilter(ofAnyYear())).count }
    try time("a day of any year, the 50 latest") {
      try journal.posts.all(PostFilter(ofAnyYear()), order: .newestFirst, latest: 50).count
    }
    try time("a day of any year, counts") { try journal.days.counts(PostFilter(ofAnyYear())).count }
    for length in [1, 2, 5] {
      try time("search, \(length) characters") { try search(length) }
    }
    try time("the 50 latest") {
      try journal.posts.all(PostFilter(), order: .newestFirst, latest: 50).count
    }
  }

  private func day() -> CivilDate { days[Int.random(in: days.indices)] }

  private func ofAnyYear() throws -> DayBounds {
    try DayBounds.parse(String(day().description.dropFirst(5)), present: present(day()))
  }

  private func present(_ day: CivilDate) -> PresentDay { PresentDay(day, weekStart: .sunday) }

  private func year(of day: CivilDate) throws -> DayRange {
    try DayRange.parse(String(day.description.prefix(4)), present: present(day))
  }

  /// The latest posts that have a part of some caption.
  private func search(_ length: Int) throws -> Int {
    let caption = captions[Int.random(in: captions.indices)]
    let start = Int.random(in: 0...max(0, caption.count - length))
    var filter = PostFilter()
    filter.text = String(caption.dropFirst(start).prefix(length))
    return try journal.posts.all(filter, order: .newestFirst, latest: 50).count
  }

  /// The 50 latest posts that each search finds.
  static func timeSearches(_ journal: OwnerJournal) throws {
    for kind in try Searches(journal).kinds {
      try time(kind.name) {
        var filter = PostFilter()
        filter.text = kind.text()
        return try journal.posts.all(filter, order: .newestFirst, latest: 50).count
      }
    }
  }

  private func time(_ name: String, _ ask: () throws -> Int) throws {
    guard question == nil || question == name else { return }
    try Self.time(name, ask)
  }

  static func time(_ name: String, _ ask: () throws -> Int) throws {
    let clock = ContinuousClock()
    var answers = 0
    var (times, ofCPU): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let start = Clock.processor
      let took = try clock.measure { answers += try ask() }
      times.append(took / .milliseconds(1))
      ofCPU.append(1_000 * (Clock.processor - start))
    }
    let columns = [times.sorted(), ofCPU.sorted()].flatMap { times in
      [times[times.count / 2], times[times.count * 99 / 100]].map { String(format: "%.3f", $0) }
    }
    print(([name] + columns + ["\(answers / rounds)"]).joined(separator: "\t"))
  }
}
