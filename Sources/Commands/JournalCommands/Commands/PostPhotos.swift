import JournalShell
import PhotoCommands
import ArgumentParser
import CaptureTime
import Foundation
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Wording

/// `daystamp post`: photos become posts of the journal.
struct PostPhotos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post",
    abstract: "Post photos, stamped, and videos to their days.",
    discussion: """
      Each photo is stamped and stored in the journal's folder, and nothing is done to the photo \
      itself. What is printed is the post's number and day. A photo that is in the journal already is \
      refused; in a folder it is passed over, so that the same command, run again, goes on where it \
      was interrupted.

      Each photo is a post of its own. --together puts all of them into one post, in the order in which \
      they are named, and --by-day those of each day, in the order of their times; a post has at most \
      \(Post.photoLimit). Its time is that of its first photo, unless --time gives another, or a day \
      alone: then that of the first photo of that day. Each label shows its photo's own.

      Videos (MP4, MOV, WebM) are posted as they are, without a date on them. The video of a Live Photo \
      that is named or found beside its photo, as IMG_1.MOV beside IMG_1.HEIC, goes with it where both \
      say that they belong together.

      Of a raw photo the journal gets the picture in it. IMG_1.CR2 beside IMG_1.JPG is the same photo, so \
      IMG_1.JPG is posted. With --raw keep, the journal keeps the raw file as well.

      EXAMPLES
        daystamp post lunch.jpg -c '비빔밥 with Mina'
        daystamp post a.jpg b.jpg --star --tag site-4
        A caption that is longer to write, or another program's:
          daystamp post lunch.jpg --edit
          fortune -s | daystamp post lunch.jpg -c -
        A wrong clock, put right:
          daystamp post photo.jpg --time '2024-01-31 23:59'
        Only a part of it, with a filter; the journal keeps the whole photo too:
          daystamp post lunch.jpg --crop square --filter nashville
        Three photos as one post, each with a line:
          daystamp post a.jpg b.jpg c.jpg --together -c Concert -c Encore -c Home
        A folder and all below it, a post for each day:
          daystamp post --recursive --by-day ~/Photos
      """)

  @OptionGroup(title: "Input") var input: PhotoInputOptions<TakesFoldersIfRecursive>

  @Flag(name: [.short, .long], help: "Post all photos in the given folders and below.")
  var recursive = false

  @Option(
    name: [.customShort("c", allowingJoined: true), .customLong("caption")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The photo's caption, at most \(Caption.limit) characters; - reads standard input. "
        + "With --together, one for each photo, in their order.", valueName: "caption"))
  var captions: [String] = []

  @Flag(name: [.short, .customLong("edit")], help: "Write the caption in $VISUAL or $EDITOR.")
  var edits = false

  @Flag(help: "Star the post.")
  var star = false

  @Option(
    name: .customLong("tag"), help: ArgumentHelp("A tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Flag(help: "Post a photo even if it has a post.")
  var again = false

  @Flag(help: "Allow a --time after tomorrow.")
  var future = false

  @Option(
    help: ArgumentHelp(
      "Also copy the stamped photo into this folder of yours.", valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var exportTo: FilePath?

  @OptionGroup(title: "Several photos") var grouping: GroupingOptions
  @OptionGroup(title: "Raw photos") var raws: RawOptions
  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Journal") var confirmation: YesOption
  @OptionGroup(title: "Label") var label: LabelOptions
  @OptionGroup(title: "Crop and filter") var edit: EditOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var options: RunOptions

  func validate() throws {
    try input.checkIsGiven()
    // Checked here too, so that the error shows this command's usage.
    try captionInput.check(isInputTaken: input.isStandardInput || input.filesFrom == "-")
    _ = try details(.empty)
    if captions.count > 1 {
      guard grouping.together else { throw ValidationError(Wording.captionsNeedTogether) }
      guard !captions.contains("-"), !edits else { throw ValidationError(Wording.oneCaptionRead) }
      _ = try typedCaptions()
    }
    _ = try time.settings()
    _ = try label.look()
    if !recursive, let folder = input.inputs.first(where: isFolder) {
      throw ValidationError(
        "\(Wording.name(folder)) is a folder; --recursive posts all photos below it.")
    }
  }

  func run() async throws {
    try await ExitStatus.exit {
      if let folder = try place.folderOfOtherThings() {
        if !confirmation.yes, !Confirmation.isPossible {
          throw ValidationError(Wording.holdsOtherThings(folder))
        }
        guard try confirmation.agrees(to: Wording.asksForFolder(folder)) else { return .failure }
      }
      let journal = try place.openOrMake()
      defer { journal.store.close() }
      return try await captionInput.take(over: .empty) { caption in
        try await post(details(caption ?? .empty), into: journal)
      }
    }
  }

  private func post(_ details: PostDetails, into journal: OwnerJournal) async throws -> ExitStatus {
    options.memory.setForThisProcess(jobs: options.jobs)
    let (settings, leftOut) = try journal.settings.followed()
    if !leftOut.isEmpty, !options.quiet {
      Console.say(Wording.pathsOfAnotherUser(leftOut, journal.store.folder))
    }
    let look = try label.look(over: settings.look)
    let rule = settings.rule(in: try time.zone())
    let exportFolder = exportTo ?? settings.exportFolder
    if let exportFolder { try place.checkIsOutside(exportFolder) }
    if exportTo == nil, let exportFolder, !options.quiet {
      Console.say(Wording.copiesGo(to: exportFolder))
    }
    var times = try time.synchronized(
      time.journalSettings(rule.zone, places: rule.followsPhotos ? .ofThisProgram : nil))
    times.tracks = try time.tracks.places(isQuiet: options.quiet)
    let isGrouped = grouping.together || grouping.byDay
    let given = times.given
    // That is the time of the post: labels show those of their photos.
    if isGrouped { times = times.withoutGiven }
    var postings = Posting.Settings(
      stamper: try Stamper(drawing: look, time: times, limit),
      look: look, rule: rule, details: details,
      allowsAgain: again, exportFolder: exportFolder,
      now: Clock.now)
    postings.edit = edit.edit
    postings.isAlbum = exportTo == nil
    postings.time = isGrouped ? given : nil
    postings.allowsFuture = future
    postings.keepsRaw = raws.raw == .keep
    if let given { try check(given, postings) }
    let posting = Posting(postings, into: journal)

    let reporter = BatchReporter(
      .init(
        recordsTo: options.recordsTo, isQuiet: options.quiet, isDryRun: false,
        isResumable: recursive,
        done: .posted))
    let status = try await reporter.run {
      let walk = PhotoWalk(try input.all(), takesVideos: true, raw: .paired)
      let total = PairedWalk(walk).reduce(0) { count, _ in count + 1 }
      if total == 0, !options.quiet { Console.say(Wording.noPhotos) }
      reporter.begin(total: total)
      var told: Int?
      func report(_ record: PostRecord) {
        let number: Int? = if case .posted(let post, _) = record.result { post.number } else { nil }
        // Terminal output lists a post once, however many photos it has.
        let isTold = isGrouped && number != nil && number == told
        told = number ?? told
        reporter.report(
          RecordLines(
            record, in: journal, isJSON: options.json,
            isQuiet: options.quiet || isTold && !options.json))
      }
      if isGrouped {
        return try postGroups(walk, details, posting, reporter.ending, report: report)
      }
      await posting.run(walk, jobs: options.jobs, ending: reporter.ending, report: report)
    }
    if !options.quiet { times.tellOfClocks() }
    return status
  }

  /// Checks that the time that is given has come, before anything is stamped.
  ///
  /// - Throws: `ValidationError`.
  private func check(_ given: CaptureTime, _ settings: Posting.Settings) throws {
    let day = try PostTime(given, rule: settings.rule).day
    do {
      try settings.checkHasCome(day)
    } catch {
      throw ValidationError(Wording.sentence(for: error))
    }
  }

  /// Posts the photos of a walk as one post, or one for each day.
  private func postGroups(
    _ walk: PhotoWalk, _ details: PostDetails, _ posting: Posting, _ ending: BatchEnding,
    report: (PostRecord) -> Void
  ) throws {
    var photos: [InputPhoto] = []
    for element in PairedWalk(walk) {
      switch element {
      case .photo(let photo): photos.append(photo)
      case .problem(let path, let error):
        report(PostRecord(input: path, result: .failed(JournalError.file(error))))
      }
    }
    if grouping.together { photos = LivePairs.joined(RawPairs.joined(photos)) }
    let given = try typedCaptions()
    if given.count > 1, given.count != photos.count {
      throw ValidationError(Wording.captions(given.count, ofPhotos: photos.count))
    }
    if grouping.together, photos.count > Post.photoLimit {
      throw JournalError.tooManyPhotos(observed: photos.count, limit: Post.photoLimit)
    }
    let groups = grouping.together ? [photos] : posting.byDay(photos, jobs: options.jobs)
    for group in groups where !group.isEmpty {
      let parts = group.enumerated().map { index, photo in
        Posting.Part(photo, caption: given.count > 1 ? given[index] : details.caption)
      }
      posting.run(together: parts, jobs: options.jobs, ending: ending, report: report)
    }
  }

  private var captionInput: TextInput<Caption> {
    TextInput(typed: captions.count > 1 ? nil : captions.first, edits: edits)
  }

  /// The captions that stand on the command line.
  private func typedCaptions() throws -> [Caption] {
    try captions.filter { $0 != "-" }.map { typed in
      try Wording.checking("--caption", typed) { try Caption(RawArguments.text($0)) }
    }
  }

  private func details(_ caption: Caption) throws -> PostDetails {
    PostDetails(
      caption: caption, isStarred: star,
      tags: try tags.map { try TagName.typed($0) })
  }

  private func isFolder(_ path: FilePath) -> Bool { (try? path.stat().type) == .directory }
}

/// Whether the journal keeps cameras' raw files.
struct RawOptions: ParsableArguments {
  enum Kept: String, CaseIterable, ExpressibleByArgument { case keep, skip }

  @Option(
    help: ArgumentHelp(
      "Keep raw files in the journal too, or skip them: only their pictures are posted.",
      valueName: "what"))
  var raw = Kept.skip
}

/// Which photos make a post together.
struct GroupingOptions: ParsableArguments {
  @Flag(help: "Put all photos into one post.")
  var together = false

  @Flag(help: "Put the photos of each day into one post.")
  var byDay = false

  func validate() throws {
    if together, byDay { throw ValidationError(Wording.togetherByDay) }
  }
}
