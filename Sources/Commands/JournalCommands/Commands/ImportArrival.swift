import ArgumentParser
import Arrivals
import CaptureTime
import Files
import Journal
import JournalShell
import PhotoCommands
import Shell
import Stamping
import Store
import SystemPackage
import Wording

/// Brings another program's journal for `daystamp import`.
struct ImportArrival {
  let path: FilePath
  let isDryRun: Bool
  let arrival: ArrivalOptionGroup
  let place: JournalOptions
  let options: RunOptions

  func run() async throws -> ExitStatus {
    do {
      return try await bring()
    } catch let error as ArrivalError {
      throw error.wording.about(path)
    }
  }

  private func bring() async throws -> ExitStatus {
    options.memory.setForThisProcess(jobs: options.jobs)
    let files = try ArrivalSource.open(path)
    let (format, reader) = try recognized(files)
    let journal = try isDryRun ? place.openIfThere() : place.openOrMake()
    defer { journal?.store.close() }
    let work = ArrivalImport(
      of: files, as: format, by: reader.init(arrival.readerOptions), into: journal,
      try importOptions(journal))
    say(Wording.recognized(path, format))
    files.passedOver.kinds.forEach { say(Wording.passedOver($0)) }
    let reporter = BatchReporter(
      .init(
        recordsTo: options.recordsTo, isQuiet: options.quiet, isDryRun: isDryRun,
        isResumable: true, done: .imported))
    return try await reporter.run { try run(work, reporter) }
  }

  private func run(_ work: ArrivalImport, _ reporter: BatchReporter) throws {
    func report(_ record: ArrivalRecord) {
      let lines = RecordLines(
        record, isJSON: options.json, isQuiet: options.quiet, isDryRun: isDryRun)
      guard record.isOfPart else { return reporter.report(lines) }
      for line in lines.people { reporter.note(line, output: lines.output) }
    }
    let survey = try work.survey { record in
      // What comes is reported when it has come.
      if isDryRun || !record.isToCome { report(record) }
    }
    if arrival.format != nil, survey.new + survey.known + survey.changed == 0 {
      try work.format.checkIsFormat(of: work.files, hasFaults: survey.failed > 0)
    }
    tell(survey, reporter)
    guard !isDryRun else { return }
    reporter.begin(total: survey.total)
    let number = try work.run(survey, ending: reporter.ending) { record in
      if !record.wasSurveyed { report(record) }
    }
    if let number {
      reporter.note(
        Wording.arrived(number), output: options.json ? ArrivalNumberJSON(number).jsonLine() : nil)
    }
  }

  private func tell(_ survey: ArrivalSurvey, _ reporter: BatchReporter) {
    reporter.note(
      Wording.survey(survey), output: options.json ? ArrivalSurveyJSON(survey).jsonLine() : nil)
    survey.leftOut.forEach { reporter.note(Wording.leftOut($0), output: nil) }
    if let end = survey.end {
      reporter.report(
        RecordLines(result: .failed, people: [end.wording.about(path).commandLine]))
    }
  }

  private func recognized(
    _ files: any ArrivalFiles
  ) throws -> (format: ArrivalFormat, reader: any ArrivalReader.Type) {
    guard let format = try arrival.chosen() else { return try ArrivalFormat.recognize(files) }
    guard let reader = format.reader else {
      throw ArrivalError.unknownFormat(
        found: [], known: ArrivalFormat.readers.map(\.format.rawValue))
    }
    return (format, reader)
  }

  private func importOptions(_ journal: OwnerJournal?) throws -> ArrivalImport.Options {
    let settings =
      try journal?.settings.followed().settings ?? JournalSettings(zone: .ofThisMachine())
    let rule = settings.rule
    let time = TimeSettings(
      reader: .ofThisMachine(
        zone: rule.zone, places: rule.followsPhotos ? .ofThisProgram : nil), given: nil,
      adjustment: CaptureTimeAdjustment(), requiresCaptureTime: false)
    var posting = Posting.Settings(
      stamper: try Stamper(drawing: settings.look, time: time, PixelLimitOption.parse([])),
      look: settings.look, rule: rule,
      details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
      exportFolder: settings.exportFolder, now: Clock.now)
    posting.isAlbum = true
    var all = ArrivalImport.Options(posting: posting)
    (all.takesPeople, all.jobs) = (arrival.people, options.jobs)
    return all
  }

  private func say(_ line: String) {
    if !options.quiet { Console.say(line) }
  }
}
