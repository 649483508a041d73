import CaptureTime
import Glibc
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Settings")
struct JournalSettingsTests {
  private static let values: [SettingKey: String] = [
    .timeZone: "+09:00", .postZone: "photo", .dayStart: "4:00", .weekStart: "Mon", .lockAfter: "5",
    .exportFolder: "/tmp/a 'b' ü\n\"c\"",
    .textPool: "all", .leapBirthday: "28-feb", .keywordLength: "12",
    .questionCollection: "none",
    .videoSize: "20", .webAddress: "https://Photos.example.org:8443/",
    .reminderLanguage: "ko",
    .labelStyle: "film", .labelFormat: "%d.%m.%Y %%", .labelLocale: "de_DE",
    .labelText: "Ort 4 · {time}", .labelSize: "48px", .labelMargin: "12.5",
    .labelPosition: "top-left", .labelColour: "Tomato", .labelOutline: "none",
    .labelGlow: "#ff480080", .labelBackground: "#00000080", .labelTone: "dark",
    .labelFont: "hangul",
  ]

  @Test("are read back exactly as they were set, by another process too")
  func readBack() throws {
    let test = try TestJournal()
    for (key, text) in Self.values { try test.journal.settings.set(key, to: text) }
    #expect(Self.values.count == SettingKey.allCases.count)
    let settings = try test.reopened().settings.current()
    #expect(settings.texts == Self.values)
    for (key, text) in Self.values { #expect(settings.text(key) == text) }
    #expect(settings.zone.name == "+09:00")
    #expect(settings.dayStart.seconds == 4 * 3_600)
    #expect(settings.weekStart == .monday)
    #expect(settings.lockDelay == .fiveMinutes)
    #expect(settings.exportFolder?.string == Self.values[.exportFolder])
    #expect(settings.look.template == "Ort 4 · {time}")
    #expect(settings.look.style.position == .topLeft)
    #expect(settings.look.style.size == .pixels(48))
    #expect(settings.look.style.outline == nil)
  }

  @Test("are paths or not, which the table says of each key", arguments: SettingKey.allCases)
  func paths(key: SettingKey) throws {
    let test = try TestJournal()
    let values = [Self.values[key], key == .labelFont ? "/fonts/a.ttf" : nil].compactMap(\.self)
    #expect(values.map(key.isPath) == values.map { $0.hasPrefix("/") })
    for text in values {
      let source = try TestJournal()
      try source.journal.settings.set(key, to: text)
      #expect(
        try source.journal.settings.current().withoutPaths().texts[key]
          == (key.isPath(text) ? nil : text))
      // What a path is to an import, it is by the same property.
      let export = try TestExport(of: source)
      let work = JournalImport(
        of: try ExportFolder(opening: export.path),
        mode: .storing(in: test.journal), allowsAgain: false, now: 0)
      let fate = try work.takeSettings()
      let isKept = key.isOfMachine(text) || key == .lockAfter
      #expect(key.isKept(text) == isKept)
      #expect(fate.taken.contains(key) == !isKept)
      #expect(fate.kept == (isKept ? [key] : []))
    }
  }

  @Test(
    "that are paths are not followed in the journal of another user",
    .enabled(if: geteuid() == 0, "needs the right to give files away"),
    arguments: ["journal", "journal/journal.sqlite"])
  func ofAnotherUser(name: String) async throws {
    let test = try TestJournal(settings: [
      .timeZone: "UTC", .labelFont: "/theirs/a.ttf", .exportFolder: "/theirs", .dayStart: "4:00",
    ])
    var followed = try test.journal.settings.followed()
    #expect(followed.leftOut == [])
    #expect(followed.settings.exportFolder == "/theirs")
    let look = LabelLook(style: try test.journal.settings.current().look.style)
    let row = try test.journal.write { db in try PostRows(of: test.journal, db).lookID(look) }
    #expect(chown(test.folder.path(name), 1, 1) == 0)
    followed = try test.journal.settings.followed()
    #expect(followed.leftOut == [.exportFolder, .labelFont])
    #expect(followed.settings.texts == [.timeZone: "UTC", .dayStart: "4:00"])
    let read = try test.journal.read { db in try PostRows(of: test.journal, db).look(row) }
    #expect(read.style.face == LabelStyle(.plain).face)
  }

  @Test("are changed several at once, or none of them")
  func several() throws {
    let test = try TestJournal(settings: [.timeZone: "UTC", .dayStart: "4:00"])
    let changed = try test.journal.settings.set([.dayStart: nil, .labelStyle: "film"])
    #expect(changed.texts == [.timeZone: "UTC", .labelStyle: "film"])
    #expect(throws: SettingError.self) {
      try test.journal.settings.set([.labelStyle: nil, .labelPosition: "nowhere"])
    }
    #expect(throws: SettingError.self) { try test.journal.settings.set([.timeZone: nil]) }
    #expect(try test.reopened().settings.current().texts == changed.texts)
  }

  @Test("have defaults, which can be set and mean the same then", arguments: SettingKey.allCases)
  func defaults(key: SettingKey) throws {
    let test = try TestJournal(settings: [.timeZone: "UTC"])
    let settings = try test.journal.settings.current()
    guard let text = settings.text(key) else {
      #expect([.weekStart, .exportFolder, .webAddress, .labelTone].contains(key))
      return
    }
    try test.journal.settings.set(key, to: text)
    let set = try test.journal.settings.current()
    #expect(set.texts[key] == text)
    #expect(set.look == settings.look && set.rule == settings.rule)
  }

  @Test(
    "are refused where they mean nothing, and nothing has changed",
    arguments: [
      (SettingKey.timeZone, "Asia/Seol"), (.timeZone, ""), (.dayStart, "24:00"), (.dayStart, "4"),
      (.weekStart, "lundi"), (.lockAfter, "2"), (.lockAfter, "05"), (.lockAfter, "15m"),
      (.exportFolder, "Pictures"), (.exportFolder, ""),
      (.textPool, "everything"), (.textPool, "collection x"), (.textPool, "section x/y"),
      (.questionCollection, "x"), (.questionCollection, ""), (.keywordLength, "13"),
      (.labelStyle, "fancy"), (.labelFormat, "%Q"), (.labelLocale, "xx_YY"),
      (.labelText, "{data}"), (.labelText, " "), (.labelText, "two\u{7}lines"),
      (.labelSize, "huge"),
      (.labelSize, "0px"), (.labelMargin, "-1"), (.labelPosition, "middle"),
      (.labelColour, "blurple"), (.labelColour, "none"), (.labelOutline, "#12"),
      (.labelBackground, ""), (.labelFont, "Co\u{7}mic"), (.labelFont, "fonts/a.ttf"),
      (.exportFolder, "/" + String(repeating: "a", count: 4_096)),
    ])
  func refused(key: SettingKey, text: String) throws {
    let test = try TestJournal()
    let error = #expect(throws: SettingError.self) { try test.journal.settings.set(key, to: text) }
    #expect(error?.key == key && error?.text == text)
    #expect(try test.journal.settings.current().texts == [.timeZone: "Asia/Seoul"])
  }

  @Test("of the label override its style, whichever was set first")
  func styleAndMore() throws {
    let test = try TestJournal()
    try test.journal.settings.set(.labelColour, to: "red")
    try test.journal.settings.set(.labelStyle, to: "film")
    var style = LabelStyle(.film)
    style.colour = try #require(try LabelColour.parse("red"))
    #expect(try test.journal.settings.current().look.style == style)
    try test.journal.settings.set(.labelStyle, to: "box")
    try test.journal.settings.reset(.labelColour)
    #expect(try test.journal.settings.current().look.style == LabelStyle(.box))
  }

  @Test("get their defaults again, but for the time zone, which has none")
  func reset() throws {
    let test = try TestJournal()
    try test.journal.settings.set(.dayStart, to: "04:00")
    try test.journal.settings.reset(.dayStart)
    try test.journal.settings.reset(.dayStart)
    #expect(try test.journal.settings.current().dayStart == .midnight)
    let error = #expect(throws: SettingError.self) { try test.journal.settings.reset(.timeZone) }
    #expect(error?.reason as? SettingProblem == .noDefault)
    #expect(try test.journal.settings.current().zone.name == "Asia/Seoul")
  }

  @Test("of one owner are not another's")
  func owners() throws {
    let test = try TestJournal()
    try TestJournal(adding: "bob", to: test).journal.settings.set(.dayStart, to: "04:00")
    #expect(try test.journal.settings.current().dayStart == .midnight)
  }

  @Test(
    "that another program broke are named, and can be mended",
    arguments: [
      (SettingKey.labelColour, "UPDATE setting SET value = 'blurple' WHERE key = 'label-color'"),
      (.timeZone, "UPDATE setting SET value = '' WHERE key = 'time-zone'"),
      (.timeZone, "DELETE FROM setting WHERE key = 'time-zone'"),
      (.timeZone, "UPDATE setting SET key = 'time zone' WHERE key = 'time-zone'"),
      (.dayStart, "INSERT INTO setting SELECT id, 'day-start', x'3939' || char(0) FROM owner"),
    ])
  func broken(key: SettingKey, sql: String) throws {
    let test = try TestJournal()
    try test.journal.settings.set(.labelColour, to: "red")
    try test.execute(sql)
    #expect { try test.journal.settings.current() } throws: {
      if case JournalError.setting(let error) = $0 { error.key == key } else { false }
    }
    // Another setting does not stand in the way, and is not in the way.
    try test.journal.settings.set(.weekStart, to: "monday")
    try test.journal.settings.set(key, to: Self.values[key] ?? "")
    #expect(try test.journal.settings.current().text(key) == Self.values[key])
    #expect(try test.journal.settings.current().weekStart == .monday)
  }
}
