import ArgumentParser
import Decoding
import Formats
import Shell
import Stamping
import SystemPackage
import Wording

/// `daystamp stamp`: a label on every photo.
struct Stamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stamp",
    abstract: "Put the date and time on photos.",
    discussion: """
      \(fieldHelp)

      EXAMPLES
        One photo; writes photo.stamped.jpg beside it:
          daystamp stamp photo.jpg
        A folder and everything below it, mirrored into another:
          daystamp stamp Photos -o Stamped --style film
        A given time, and fixed text around it:
          daystamp stamp a.jpg --time '2024-01-31 23:59' --text 'Site 4 · {time}'
        Several lines, or a second label; fields without a value are left out:
          daystamp stamp Site --line 'Site 4, {time}' --line '{gps:dms}'
          daystamp stamp Site -o Stamped --also 'top-right,size=10={camera}'
        A year of pictures, each with the number of its day:
          daystamp stamp Diet -o Stamped --text 'Day {day n since 2024-01-01}'
        A camera that was an hour ahead; this replaces the photos:
          daystamp stamp Photos --shift -1h --in-place
        Names from one program, results for another:
          find . -name '*.jpg' -print0 | daystamp stamp --files-from - -0 --json
        Rotated clockwise, cropped to a square, in other colours:
          daystamp stamp photo.jpg --rotate 90 --crop square --filter nashville
        As a worker in a cluster: the same bytes anywhere, one JSON line per photo:
          daystamp stamp --files-from part.txt --base /in -o /out --reproducible --json
          daystamp stamp --jobs-from jobs.ndjson --reproducible
        Smaller files, with stamps that can never be taken off:
          daystamp stamp Photos -o Stamped --no-undo
        Standard input to standard output:
          daystamp stamp - < photo.jpg > stamped.jpg
          daystamp stamp - --json-fd 3 < photo.jpg > stamped.jpg 3> record.json
      """)

  /// The fields of labels, for the help of commands.
  static let fieldHelp = """
    FIELDS
      {time} {date} {clock} {weekday}  when the photo was taken
      {time:PATTERN}                   the same, in a format as for --format
      {day n since 2024-01-01}         the day's number; 1 on that date
      {name} {folder} {n}              the file, its folder, its number in the run
      {caption}                        the caption in the photo or of the post
      {camera} {lens} {exposure}       as the camera wrote them
      {gps} {gps:dms} {altitude} {direction}
      {place}                          the nearest town; see daystamp gazetteer
      {owner}                          the journal's owner, when you post a photo
      {{ }}                            braces
    Fields without a value are left out, and so are lines that become empty. \
    With --require-fields the photo fails instead.
    """

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Input") var lists: ListOptions
  @OptionGroup(title: "Output") var output: DestinationOptions
  @OptionGroup(title: "Output") var file: StampedFileOptions
  @OptionGroup(title: "Output") var metadata: MetadataOption
  @OptionGroup(title: "Label") var label: LabelOptions
  @OptionGroup(title: "Label") var fields: FieldOptions
  @OptionGroup(title: "Crop and filter") var edit: EditOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var rehearsal: DryRunOption
  @OptionGroup(title: "Running") var options: RunOptions
  @OptionGroup(title: "Running") var records: RecordsOption
  @OptionGroup(title: "Running") var machine: ReproducibleOption
  @OptionGroup(title: "Running") var defaults: DefaultsOption

  /// What the options ask for, checked against each other. No file is read yet.
  private struct StampRequest {
    let plan: OutputPlan
    /// The looks of all labels, the first of them the one that --text-from is for.
    let looks: [LabelLook]
    var time: TimeSettings
  }

  func validate() throws {
    // So that the error shows this command's usage.
    _ = try request()
  }

  func run() async throws {
    try records.check()
    let texts = try texts()
    let (batch, time) = try prepared({ try lists.photos(input) }, texts)
    let status = try await batch.run()
    if !options.quiet { time.tellOfClocks() }
    if let unused = texts?.unused, !unused.isEmpty { Console.say(Wording.unusedTexts(unused)) }
    throw status.exitCode
  }

  /// A batch for `daystamp watch`, which keeps no record of it.
  ///
  /// - Throws: `ValidationError`.
  func batch(_ photos: PhotoWalk.Inputs) throws -> BatchRun {
    var batch = try prepared({ photos }, texts()).0
    batch.record = nil
    return batch
  }

  /// The folder for outputs; nil if they go elsewhere.
  ///
  /// - Throws: `ValidationError`.
  func outputFolder() throws -> FilePath? { try plan().folder }

  private func prepared(
    _ photos: @escaping () throws -> PhotoWalk.Inputs, _ texts: PhotoTexts?
  ) throws -> (BatchRun, TimeSettings) {
    options.memory.setForThisProcess(jobs: options.jobs)
    let request = try request()
    var settings = try settings(request)
    settings.time = try time.synchronized(settings.time)
    settings.time.tracks = try time.tracks.places(isQuiet: options.quiet)
    settings.options = try optionsRecord(
      request.looks, settings.time, as: request.plan.format
    ).digest
    let batch = BatchRun(
      photos: photos, plan: request.plan, work: Stamper(settings),
      texts: texts, options: options,
      recordsTo: records.jsonFd
        ?? (lists.jobsFrom == nil ? options.recordsTo : RunOptions.usualRecords),
      digest: settings.options,
      isDryRun: rehearsal.dryRun,
      record: machine.reproducible ? nil : Runs.record(of: "stamp", request.plan),
      done: .stamped)
    return (batch, settings.time)
  }

  private func request() throws -> StampRequest {
    try lists.check(input, output)
    let plan = try plan()
    let looks = try fields.looks(beside: label.look())
    let texts = try looks.map { try $0.text() }
    try fields.check(texts, isReproducible: machine.reproducible)
    try machine.check(looks, texts, time)
    if machine.reproducible, let profile = fields.profile {
      throw ValidationError(
        "--reproducible does not read your profiles: leave out --profile \(profile).")
    }
    let time = try time.settings(isReproducible: machine.reproducible)
    try edit.check(isInPlace: output.inPlace)
    return StampRequest(plan: plan, looks: looks, time: time)
  }

  private func plan() throws -> OutputPlan {
    let destination: OutputPlan.Destination =
      lists.jobsFrom != nil ? .ofJobs : try output.destination(for: input)
    return OutputPlan(
      destination: destination, format: try file.format(for: destination),
      replacesExisting: output.force, naming: .stamped,
      onConflict: output.onConflict, isEdited: !edit.edit.isNone)
  }

  private func texts() throws -> PhotoTexts? {
    guard let path = fields.textFrom else { return nil }
    let file: PhotoTextFile
    do {
      file = try PhotoTextFile(path, look: label.look())
      try fields.check(file.texts.values, isReproducible: machine.reproducible)
      try machine.check([], file.texts.values, time)
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("--text-from \(Wording.name(path))\(Wording.problem(error))")
    }
    return PhotoTexts(
      file.texts, isComplete: label.text == nil && label.line.isEmpty,
      in: FilePath.current)
  }

  /// The list of towns, where a label may name one.
  func towns(_ looks: [LabelLook]) throws -> FilePath? {
    let isUsed =
      try fields.gazetteer != nil || fields.textFrom != nil
      || looks.contains { try $0.text().fields.contains(.place) }
    return isUsed ? fields.towns(isReproducible: machine.reproducible) : nil
  }

  private func settings(_ request: StampRequest) throws -> Stamper.Settings {
    let looks = request.looks
    let decoder = DecoderProcesses.ofThisProgram
    let labels = try looks.map {
      try LabelDesign(
        $0,
        fonts: LabelFonts(
          ofThisProgram: $0.style.face, installed: machine.reproducible ? .none : .ofThisMachine))
    }
    var settings = Stamper.Settings(
      labels: labels,
      logo: try fields.logo(margin: looks[0].style.margin, decoder: decoder),
      requiresFields: fields.requireFields,
      placeName: try fields.placeName(
        towns(looks), locale: looks[0].style.locale, fonts: labels[0].fonts),
      time: request.time, quality: file.quality,
      allowsLoss: file.allowLoss, keepsUndo: !file.noUndo,
      maxPixels: limit.pixels, decoder: decoder)
    settings.edit = edit.edit
    settings.isInPlace = output.inPlace
    settings.keepsMetadata = metadata.keepMetadata
    return settings
  }
}
