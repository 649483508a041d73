import Arrivals
import CaptureTime
import Journal
import Store
import Wording

/// The settings' page on which an owner brings another program's journal.
struct ArrivalsPage {
  let entry: ArrivalDesk.Entry?
  let arrivals: [Arrival]
  let zone: CaptureZone
  let words: Words

  /// The latest arrivals are shown.
  private static let mostArrivals = 100

  /// For the template `settings-import`.
  ///
  /// - Parameter query: says what was taken back.
  /// - Returns: what it shows.
  func content(_ query: Query) -> PageContent {
    var content: PageContent = [
      "brings": true, "undoneArrival": UndoneArrival(query).map(undone).once,
      "arrivals": arrivals.prefix(Self.mostArrivals).map(row), "hasArrivals": !arrivals.isEmpty,
      "zoneHint": words("bringZone", ["zone": zone.name]),
      // Where nothing is under way, a file can be chosen.
      "isFree": entry == nil,
    ]
    guard let entry else { return content }
    let name = entry.upload?.name ?? ""
    switch entry.stage {
    case .here(let refusal):
      if let upload = entry.upload, !upload.isWhole {
        content["partly"] = [partly(upload)]
        content["isFree"] = true
      } else {
        content["unread"] =
          [
            form(of: entry, nil, refusal).merging(["name": name]) { $1 }
          ] as [PageContent]
      }
    case .looking:
      content["running"] =
        [
          [
            "text": words("bringLooking", ["name": name]), "count": [String](), "total": [String](),
          ]
        ] as [PageContent]
    case .looked(let sight, let refusal):
      content["looked"] =
        [
          looked(sight, name)
            .merging(form(of: entry, sight, refusal)) { $1 }
        ] as [PageContent]
    case .bringing(let sight, let done):
      let total = max(sight.survey.total, done)
      content["running"] =
        [
          [
            "text": words("bringRunning", ["name": name]), "done": "\(done)", "total": ["\(total)"],
            "count": [
              words(
                "bringProgress", ["done": words.number(done), "total": words.number(total)])
            ],
          ]
        ] as [PageContent]
    case .brought(let number, let lines):
      content["brought"] = [brought(number, lines)]
      content["isFree"] = true
    }
    return content
  }

  private func partly(_ upload: ArrivalUpload) -> PageContent {
    [
      "text": words(
        "bringPartly",
        [
          "name": upload.name, "received": megabytes(upload.received ?? 0),
          "size": megabytes(upload.size),
        ])
    ]
  }

  private func megabytes(_ bytes: Int) -> String { words.number((bytes + 999_999) / 1_000_000) }

  private func undone(_ undone: UndoneArrival) -> PageContent {
    [
      "text": words(
        "bringUndone",
        [
          "number": "\(undone.number)", "posts": words.count(undone.trashed, "bringUndonePosts"),
        ]),
      "hasChanged": !undone.changed.isEmpty, "changed": undone.changed.map { "\($0)" },
    ]
  }

  private func row(_ arrival: Arrival) -> PageContent {
    let format = ArrivalFormat(rawValue: arrival.format)
    let state =
      arrival.undone.map { _ in "bringIsUndone" }
      ?? (arrival.finished == nil ? "bringIsUnfinished" : nil)
    return [
      "number": "\(arrival.number)", "source": arrival.source,
      "format": format.map { words("arrivalFormat-\($0.rawValue)") } ?? arrival.format,
      "facts": words(
        "bringFacts",
        [
          "time": words.time(of: arrival.started, in: zone),
          "posts": words.number(arrival.posts), "here": words.number(arrival.postsHere),
        ]),
      "state": state.map { words($0) }.once, "mayUndo": arrival.undone == nil,
    ]
  }

  private func brought(_ number: Int?, _ lines: ArrivalLines) -> PageContent {
    [
      "text": number.map {
        words("bringCame", ["number": "\($0)", "entries": words.count(lines.came, "bringEntries")])
      } ?? words("bringNothing"),
      "failed": (lines.failed > 0 ? words.count(lines.failed, "bringFailed") : nil).once,
    ].merging(told(lines)) { $1 }
  }
}

/// The form for what a file is, and why it could not be read.
extension ArrivalsPage {
  private func form(
    of entry: ArrivalDesk.Entry, _ sight: ArrivalSight?, _ refusal: (any Error)?
  ) -> PageContent {
    let choice = entry.choice
    var (names, isAuthorAsked, isOrderAsked) = ([String](), choice.author != nil, false)
    switch refusal as? ArrivalError {
    case .needsAuthor(let all): (names, isAuthorAsked) = (all, true)
    case .needsDateOrder: isOrderAsked = true
    default: break
    }
    if let format = sight?.format ?? choice.format, format.isChat { isAuthorAsked = true }
    let formats = ArrivalFormat.readers.map(\.format).map { format in
      Choice.content(
        format.rawValue, words("arrivalFormat-\(format.rawValue)"),
        isChosen: format == choice.format)
    }
    return [
      "refusal": refusal.map { Problem($0).message.sentence(in: words.language) }.once,
      "formats": formats, "author": choice.author ?? "",
      "isAuthorAsked": isAuthorAsked, "authors": names,
      "isOrderAsked": isOrderAsked || choice.isDayFirst != nil,
      "isDayFirst": choice.isDayFirst == true, "isMonthFirst": choice.isDayFirst == false,
      "arePeopleAsked": choice.takesPeople || (sight?.survey.people.count ?? 0) > 0,
      "takesPeople": choice.takesPeople,
    ]
  }
}

/// What a file has.
extension ArrivalsPage {
  private func looked(_ sight: ArrivalSight, _ name: String) -> PageContent {
    let survey = sight.survey
    let format = words("arrivalFormat-\(sight.format.rawValue)")
    return [
      "heading": words("bringRecognised", ["name": name, "format": format]),
      "rows": rows(survey), "isEmpty": survey.new == 0,
      "examples": sight.lines.examples.map { record in
        [record.day.map { words.short($0) }, place(record.place)].compactMap(\.self)
          .joined(separator: " · ")
      }, "hasExamples": !sight.lines.examples.isEmpty,
      "leftOut": leftOut(sight), "hasLeftOut": !survey.leftOut.isEmpty || !sight.passedOver.isEmpty,
      "end": survey.end.map { $0.wording.sentence(in: words.language) }.once,
    ].merging(told(sight.lines)) { $1 }
  }

  private func rows(_ survey: ArrivalSurvey) -> [PageContent] {
    var rows: [(String, String)] = [("bringPosts", words.number(survey.posts))]
    if let first = survey.firstDay, let last = survey.lastDay {
      let days = first == last ? words.short(first) : "\(words.short(first)) – \(words.short(last))"
      rows.append(("bringDays", "\(words.number(survey.days)) (\(days))"))
    }
    func add(_ key: String, _ count: Int, _ example: String? = nil) {
      guard count > 0 else { return }
      let number = words.number(count)
      rows.append(
        (
          key,
          example.map { words("bringSuchAs", ["count": number, "example": $0]) } ?? number
        ))
    }
    add("bringPhotos", survey.photos)
    add("bringTags", survey.tags.count, survey.tags.example)
    add("bringPeople", survey.people.count, survey.people.example)
    add("bringKnown", survey.known)
    add("bringChanged", survey.changed)
    add("bringMissing", survey.missing)
    add("bringImpossible", survey.failed)
    return rows.map { ["label": words($0.0), "value": $0.1] }
  }

  private func leftOut(_ sight: ArrivalSight) -> [PageContent] {
    func row(_ key: String, _ count: Int, _ example: String, _ place: String?) -> PageContent {
      [
        "kind": words(key), "count": words.number(count), "example": example,
        "place": place.once,
      ]
    }
    return sight.survey.leftOut.map {
      row("leftOut-\($0.kind.rawValue)", $0.count, $0.example, place($0.place))
    }
      + sight.passedOver.map { row("passedOver-\($0.reason.rawValue)", $0.count, $0.example, nil) }
  }

  /// Entries of which there is something to say.
  private func told(_ lines: ArrivalLines) -> PageContent {
    [
      "told": lines.told.flatMap(sentences), "hasTold": !lines.told.isEmpty,
      "more": (lines.more > 0 ? words.count(lines.more, "bringMore") : nil).once,
    ]
  }

  private func sentences(_ record: ArrivalRecord) -> [String] {
    let notes = record.notes.map { sentence($0.wording, of: record) }
    switch record.result {
    case .posted, .restored, .known, .photosThere: return notes
    case .changed(let number):
      let text =
        number.map { words("bringStays", ["number": "\($0)"]) } ?? words("bringStaysDeleted")
      return ["\(place(record.place) ?? "–"): \(text)"] + notes
    case .incomplete(let fault):
      return [fault.wording(at: record.place).sentence(in: words.language)] + notes
    case .failed(let error):
      return [sentence(Problem(error).message, of: record)] + notes
    }
  }

  private func sentence(_ message: ErrorMessage, of record: ArrivalRecord) -> String {
    guard record.place.isNamed else { return message.sentence(in: words.language) }
    return ErrorMessage(
      "arrival-entry.at",
      ["place": .message(record.place.wording), "reason": .message(message)], in: .arrivals
    ).sentence(in: words.language)
  }

  private func place(_ place: ArrivalPlace) -> String? {
    guard place.isNamed else { return nil }
    let text = place.wording.sentence(in: words.language)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
