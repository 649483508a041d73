import CaptureTime
import Foundation
import People
import Store
import TestSupport
import Testing

@testable import Journal

@Suite("A calendar in other programs")
struct FeedProgramsTests {
  /// Serves the file as a web server would, takes it with vdirsyncer, and lists sixty days from 1 February
  /// 2024 with khal in a zone; a second time it takes what is at the second path.
  private static let script = """
    import functools, http.server, os, subprocess, sys, threading
    folder, zone, *feeds = sys.argv[1:]
    for name in ("web", "vdir", "status"): os.mkdir(f"{folder}/{name}")

    class Files(http.server.SimpleHTTPRequestHandler):
        extensions_map = {".ics": "text/calendar; charset=utf-8"}
        def log_message(self, *arguments): pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Files, directory=f"{folder}/web"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(f"{folder}/vdirsyncer", "w") as file: file.write(f'''
    [general]
    status_path = "{folder}/status"
    [pair feed]
    a = "there"
    b = "here"
    collections = null
    [storage there]
    type = "http"
    url = "http://127.0.0.1:{server.server_port}/feed.ics"
    [storage here]
    type = "filesystem"
    path = "{folder}/vdir"
    fileext = ".ics"
    '''.replace("    ", ""))
    with open(f"{folder}/khal", "w") as file: file.write(f'''
    [calendars]
    [[anna]]
    path = {folder}/vdir
    [sqlite]
    path = {folder}/khal.db
    [default]
    default_calendar = anna
    [locale]
    local_timezone = {zone}
    default_timezone = {zone}
    timeformat = %H:%M
    dateformat = %Y-%m-%d
    longdateformat = %Y-%m-%d
    datetimeformat = %Y-%m-%d %H:%M
    longdatetimeformat = %Y-%m-%d %H:%M
    '''.replace("    ", ""))
    environment = os.environ | {"HOME": folder, "XDG_CACHE_HOME": folder, "NO_PROXY": "*"}
    # Whatever Python comes first on the path, these are Debian's own.
    def run(*command):
        result = subprocess.run(command, env=environment, capture_output=True, text=True)
        if result.returncode: sys.exit(f"{command}: {result.stdout}{result.stderr}")
        return result.stdout

    for feed in feeds:
        os.replace(feed, f"{folder}/web/feed.ics")
        run("vdirsyncer", "-c", f"{folder}/vdirsyncer", "discover")
        run("vdirsyncer", "-c", f"{folder}/vdirsyncer", "sync")
        entries = [open(f"{folder}/vdir/{name}", newline="").read() for name in os.listdir(f"{folder}/vdir")]
        print(len(entries), sum("BEGIN:VTODO" in entry for entry in entries))
        print(run("khal", "-c", f"{folder}/khal", "list", "--notstarted", "--day-format", "", "--format",
            "{start-date} {start-time} {end-time}|{title}", "2024-02-01", "60d"), end="")
    """

  private static var isThere: Bool {
    InstalledProgram.isThere("vdirsyncer") && InstalledProgram.isThere("khal")
  }

  /// What khal lists of each calendar in a zone, after how many entries and tasks vdirsyncer has taken.
  private static func listed(_ feeds: [CalendarFeed], in zone: String) async throws -> [String] {
    let folder = try TemporaryFolder()
    let paths = feeds.indices.map { folder.path("\($0).ics") }
    for (feed, path) in zip(feeds, paths) {
      try Data(feed.bytes()).write(to: URL(filePath: path))
    }
    return try await Python.lines(of: script, [folder.path("."), zone] + paths).map(String.init)
  }

  private static func task(
    _ uid: String, _ title: String, _ day: Int, _ time: String
  ) throws -> FeedTask {
    let words = FeedWords(title: title, description: "d", link: "https://example.org/people/1")
    return FeedTask(
      uid: uid, words, on: CalendarFeed.today.adding(days: day), at: try TimeOfDay.parse(time))
  }

  private static func yearly(_ uid: String, _ title: String, _ date: String) throws -> FeedYearly {
    FeedYearly(
      uid: uid, FeedWords(title: title), every: try YearlyDate.parse(date),
      at: try TimeOfDay(hour: 9))
  }

  private static func feed(_ tasks: [FeedTask]) throws -> CalendarFeed {
    CalendarFeed(
      tasks,
      [
        try yearly("y1", "Mina's birthday", "1992-02-29"), try yearly("y2", "Wedding", "03-10"),
      ],
      rule: DayRule(
        zone: try CaptureZone.parse("America/New_York"), start: try TimeOfDay(hour: 4)))
  }

  @Test(
    "has its days and titles, and moves what is due on another day",
    .enabled("needs vdirsyncer and khal") { isThere })
  func sync() async throws {
    let odd = "김민아; a, b \\ \u{1F469}\u{200D}\u{1F467} END:VCALENDAR"
    let first = try Self.feed([
      try Self.task("a", odd, 1, "09:00"), try Self.task("b", "Late", 3, "23:55"),
      // The day on which clocks skip an hour begins at 04:00; so does the one before.
      try Self.task("c", "Night", 38, "01:30"), try Self.task("d", "Morning", 39, "09:00"),
    ])
    let second = try Self.feed([
      try Self.task("a", odd, 1, "09:00"), try Self.task("b", "Late", 4, "23:55"),
    ])
    let yearly = ["2024-02-29  |Mina's birthday", "2024-03-10  |Wedding"]
    #expect(
      try await Self.listed([first, second], in: "America/New_York") == [
        "10 4", "2024-02-01 09:00 09:15|\(odd)", "2024-02-03 23:55 00:00|Late", yearly[0],
        yearly[1], "2024-03-10 01:30 01:45|Night", "2024-03-10 09:00 09:15|Morning",
        "6 2", "2024-02-01 09:00 09:15|\(odd)", "2024-02-04 23:55 00:00|Late", yearly[0],
        yearly[1],
      ])
  }

  @Test(
    "shows the same moment in another zone, and days of every year on their dates",
    .enabled("needs vdirsyncer and khal") { isThere })
  func otherZone() async throws {
    let feed = try Self.feed([try Self.task("a", "Mina", 1, "20:00")])
    #expect(
      try await Self.listed([feed], in: "Asia/Seoul") == [
        "4 1", "2024-02-02 10:00 10:15|Mina", "2024-02-29  |Mina's birthday",
        "2024-03-10  |Wedding",
      ])
  }
}
