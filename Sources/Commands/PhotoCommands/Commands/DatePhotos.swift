import ArgumentParser
import CaptureTime
import Formats
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp date`: the capture time in the EXIF of photos.
struct DatePhotos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "date",
    abstract: "Write the capture time into photos.",
    discussion: """
      Writes EXIF's DateTimeOriginal, DateTimeDigitized and DateTime, as exiftool -AllDates does, and \
      the offset and fraction where they are known. Pixels and all other metadata stay as they are. \
      Works on JPEG, PNG, WebP, HEIC, AVIF and TIFF; the date of a raw photo goes into the XMP beside \
      it. Without --set, --from-name, --shift or --sync, it \
      writes the time that daystamp info shows, into photos without one in their EXIF.

      With --in-place, Daystamp keeps an undo record and shows its path.

      EXAMPLES
        Scans without dates; writes scan.dated.jpg beside each:
          daystamp date scan.jpg --set '1987-06-14 15:30'
        A camera that was an hour ahead; this replaces the photos:
          daystamp date Photos --shift -1h --in-place
        Two cameras, put right by a photo of a clock and by a phone's photo:
          daystamp date Trip --sync clock.jpg='2024-05-01 10:00' --sync a.jpg=b.jpg
        Photos of a messenger, with the time in their names:
          daystamp date WhatsApp --from-name --in-place --dry-run
        The photos as they were:
          daystamp date --undo runs/7.ndjson
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: DestinationOptions
  @OptionGroup(title: "Time") var date: DateOptions

  @Flag(help: "Keep no undo record with --in-place.")
  var noUndo = false

  @Option(
    help: ArgumentHelp(
      "Give back the photos that a run with --in-place replaced, by its undo record.",
      valueName: "record"),
    completion: .file(), transform: RawArguments.path)
  var undo: FilePath?

  @OptionGroup(title: "Running") var rehearsal: DryRunOption
  @OptionGroup(title: "Running") var options: RunOptions
  @OptionGroup(title: "Running") var defaults: DefaultsOption

  func validate() throws {
    if undo != nil {
      guard input.inputs.isEmpty, input.filesFrom == nil, output.output == nil,
        date.way == .lacking, !noUndo
      else {
        throw ValidationError("--undo takes nothing but its record: the photos are named there.")
      }
      return
    }
    try input.checkIsGiven()
    _ = try plan()
    _ = try date.settings()
  }

  func run() async throws {
    options.memory.setForThisProcess(jobs: options.jobs)
    if let undo { throw try await takeBack(undo).exitCode }
    let plan = try plan()
    let record = try record(plan)
    var time = try date.clock.synchronized(date.settings())
    time.tracks = try date.tracks.places(isQuiet: options.quiet)
    var settings = PhotoDating.Settings(
      time: time, way: date.way, setsModified: date.mtime, zone: try date.zone(), record: record)
    settings.writesPosition = date.writeGps
    let work = PhotoDating(settings)
    var batch = BatchRun(
      photos: { .named(try input.all()) }, plan: plan, work: work, options: options,
      recordsTo: options.recordsTo, isDryRun: rehearsal.dryRun,
      record: plan.destination == .inPlace ? nil : Runs.record(of: "date", plan), done: .dated)
    let isShifted = date.way == .shifted
    batch.wayBack = {
      guard let record, record.count > 0 else { return nil }
      return Wording.undoInterrupted(record.path, isShifted: isShifted)
    }
    let status = try await batch.run()
    if status == .success { record?.markEnded(at: Runs.now) }
    if !options.quiet {
      time.tellOfClocks()
      if let record, record.count > 0 {
        Console.say(
          status == .success
            ? Wording.undoRecord(record.path)
            : Wording.undoInterrupted(record.path, isShifted: isShifted))
      }
    }
    throw status.exitCode
  }

  private func takeBack(_ path: FilePath) async throws -> ExitStatus {
    let undo = try RunUndo.named(path, unstamper: Unstamper())
    let status = try await undo.restore(options, isDryRun: rehearsal.dryRun)
    return undo.finish(path, after: status, isDryRun: rehearsal.dryRun)
  }

  private func plan() throws -> OutputPlan {
    OutputPlan(
      destination: try output.destination(for: input), format: nil,
      replacesExisting: output.force, naming: .dated, onConflict: output.onConflict)
  }

  /// The undo record of this run; nil where the photos themselves stay.
  ///
  /// - Throws: `ValidationError`, also if an unfinished run of the same command corrected photos.
  private func record(_ plan: OutputPlan) throws -> RunRecordFile? {
    guard plan.destination == .inPlace, !noUndo, !rehearsal.dryRun else { return nil }
    let isShifted = date.way == .shifted
    guard let record = Runs.record(of: "date", plan, marksEnd: isShifted) else {
      throw ValidationError(
        "There is no home folder for the undo record; set HOME or XDG_STATE_HOME, or give --no-undo."
      )
    }
    if isShifted, let folder = Runs.folder,
      let run = RecordedRun.unfinished(like: record.head, in: folder)
    {
      throw ValidationError(Wording.unfinished(run))
    }
    return record
  }
}
