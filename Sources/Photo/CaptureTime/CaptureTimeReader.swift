package import Formats
package import Places

/// Finds when a photo was taken: tries every source in the order of ``CaptureTimeSource`` and takes
/// the first valid time.
package struct CaptureTimeReader: Sendable {
  /// The year of the oldest surviving photograph, Niépce's view from Le Gras.
  package static let earliestYear = 1826
  /// How many seconds a time may be ahead of now: a day, for clocks in other zones.
  package static let futureLimit = 86_400
  /// Bytes of found text that a candidate keeps for display.
  package static let rawTextLimit = 120

  private let now: Int
  private let zone: CaptureZone
  private let places: ZoneFinder?

  /// - Parameters:
  ///   - zone: The wall clock on which sources that know only an instant are shown: GPS, names with
  ///     UTC or Unix time, the file's modification time. Also where a time without an offset is
  ///     taken to be when it is compared with now.
  ///   - now: Seconds since 1970-01-01 00:00 UTC.
  ///   - places: Finds the zone of a photo's position, which goes before `zone`; nil where none is to be
  ///     found, for a person has said in which zone times are.
  package init(zone: CaptureZone, now: Int, places: ZoneFinder? = nil) {
    self.zone = zone
    self.now = now
    self.places = places
  }

  /// Reads and weighs every candidate. Never fails: what cannot be read is in the report, and so is a
  /// name that holds no date.
  ///
  /// - Parameters:
  ///   - metadata: The photo's blocks.
  ///   - fileName: The file's name without its folders, as the bytes that the file system gives.
  ///   - companions: The files beside it that say something of it.
  ///   - modified: The file's modification time, in seconds since 1970-01-01 00:00 UTC.
  ///   - given: The time that the user gives, which wins.
  ///   - tracked: Where a track says that the photo was taken; its own position wins.
  ///   - isRaw: Whether it is a camera's raw photo. Nobody writes into one, so what an XMP beside it says
  ///     goes before what it says itself.
  /// - Returns: All candidates in the order in which they are tried.
  package func report(
    metadata: EmbeddedMetadata, fileName: [UInt8]? = nil, companions: Companions = Companions(),
    modified: Int? = nil, given: CaptureTime? = nil, tracked: GeoPosition? = nil,
    isRaw: Bool = false
  ) -> CaptureTimeReport {
    var readings: [CaptureTimeReading] = []
    var problems: [CaptureTimeProblem] = []
    let timesBeside = CompanionTimes(companions)
    let position = GeoPosition(metadata) ?? tracked
    let place = zoneOfPlace(
      position, or: timesBeside, isImpossible: GeoPosition.isImpossible(in: metadata), &problems)
    let zone = place ?? self.zone
    if let given {
      readings.append(CaptureTimeReading(.given, rawText: given.description, time: given))
    }
    for block in metadata.exifBlocks {
      let exif = ExifTimes.read(block, zone: zone)
      readings += exif.readings
      problems += exif.problems
    }
    let xmp = XMPTimes.read(metadata.xmp)
    readings += xmp.readings
    problems += xmp.problems
    let iptc = IPTCTimes.read(metadata.iptc)
    readings += iptc.readings
    problems += iptc.problems
    readings += PNGTimes.read(metadata.png, zone: zone)
    let beside = timesBeside.read(zone: zone)
    readings += beside.readings
    problems += beside.problems
    if let fileName { readings.append(nameTime(fileName, zone)) }
    readings = placed(readings, in: place)
    if let modified { readings.append(modificationTime(modified)) }
    let hasPacket = companions.files.contains { $0.kind == .xmp }
    return CaptureTimeReport(
      candidates: weigh(readings, first: isRaw && hasPacket ? [.given, .companion] : []),
      problems: problems)
  }

  /// As ``report(metadata:fileName:companions:modified:given:tracked:isRaw:)``, of a video.
  package func report(
    video: VideoFile, fileName: [UInt8]? = nil, companions: Companions = Companions(),
    modified: Int? = nil, given: CaptureTime? = nil
  ) -> CaptureTimeReport {
    var problems: [CaptureTimeProblem] = []
    let timesBeside = CompanionTimes(companions)
    let position = video.location.flatMap { GeoPosition(iso6709: $0) }
    let place = zoneOfPlace(
      position, or: timesBeside, isImpossible: position == nil && video.location != nil, &problems)
    let zone = place ?? self.zone
    let beside = timesBeside.read(zone: zone)
    var readings = VideoTimes.read(video, zone: zone) + beside.readings
    if let given {
      readings.append(CaptureTimeReading(.given, rawText: given.description, time: given))
    }
    if let fileName { readings.append(nameTime(fileName, zone)) }
    readings = placed(readings, in: place)
    if let modified { readings.append(modificationTime(modified)) }
    return CaptureTimeReport(
      candidates: weigh(readings), problems: problems + beside.problems)
  }

  /// Times without a zone on the clock of the place; as they are without a place.
  private func placed(
    _ readings: [CaptureTimeReading], in place: CaptureZone?
  ) -> [CaptureTimeReading] {
    guard let place else { return readings }
    // Satellites know which of two hours it was when clocks were put back.
    let fix = readings.first { $0.source == .gps }.flatMap { try? $0.result.get().instant }
    return readings.map { $0.placed(in: place, at: fix) }
  }

  /// The zone of the position where a photo was taken.
  ///
  /// - Parameters:
  ///   - position: as the photo says; nil where it says none.
  ///   - companions: one of these may say it then.
  ///   - isImpossible: whether the photo says one that is nowhere.
  ///   - problems: gets why there is none for the position.
  /// - Returns: nil where there is none.
  private func zoneOfPlace(
    _ position: GeoPosition?, or companions: CompanionTimes, isImpossible: Bool,
    _ problems: inout [CaptureTimeProblem]
  ) -> CaptureZone? {
    guard let places else { return nil }
    if position == nil, isImpossible { problems.append(.impossiblePosition) }
    guard let position = position ?? companions.position else {
      if !isImpossible, companions.hasImpossiblePosition { problems.append(.impossiblePosition) }
      return nil
    }
    do throws(PlacesError) {
      let name = try places.zone(at: position)
      if let zone = CaptureZone(name) { return zone }
      problems.append(.unknownZone(name.text))
    } catch {
      problems.append(.places(error))
    }
    return nil
  }

  /// Sorts the readings into the order in which they are tried and decides each one's outcome.
  ///
  /// - Parameters:
  ///   - readings: the readings found.
  ///   - first: sources that are tried before the others.
  /// - Returns: the candidates.
  private func weigh(
    _ readings: [CaptureTimeReading], first: [CaptureTimeSource] = []
  ) -> [CaptureTimeCandidate] {
    let order = first + CaptureTimeSource.allCases.filter { !first.contains($0) }
    let weighed = order.flatMap { source in
      readings.filter { $0.source == source }
    }.map { WeighedReading($0, result: checked($0.result)) }
    let times = weighed.map(\.time)
    var candidates = weighed
    for index in candidates.indices {
      let others = times.enumerated().filter { $0.offset != index }.compactMap(\.element)
      candidates[index].compare(with: others)
    }
    let chosen = candidates.indices.filter { candidates[$0].time != nil }
      .min { (candidates[$0].rank, $0) < (candidates[$1].rank, $1) }
    return candidates.indices.map { candidates[$0].candidate(isChosen: $0 == chosen) }
  }

  private func checked(
    _ result: Result<CaptureTime, CaptureTimeRejection>
  ) -> Result<CaptureTime, CaptureTimeRejection> {
    Result { () throws(CaptureTimeRejection) in
      let time = try result.get()
      try checkAge(time)
      return time
    }
  }

  private func checkAge(_ time: CaptureTime) throws(CaptureTimeRejection) {
    if time.source == .given { return }
    guard time.year >= Self.earliestYear else {
      throw .tooEarly(year: time.year, earliest: Self.earliestYear)
    }
    let instant = time.instant ?? time.wallSeconds - zone.offset(atWall: time.wallSeconds)
    guard instant - now <= Self.futureLimit else {
      throw .tooLate(secondsAhead: instant - now, limit: Self.futureLimit)
    }
  }

  private func nameTime(_ name: [UInt8], _ zone: CaptureZone) -> CaptureTimeReading {
    FileNameTime.read(name, zone: zone, latest: now + Self.futureLimit)
  }

  private func modificationTime(_ modified: Int) -> CaptureTimeReading {
    CaptureTimeReading(
      .fileModified, rawText: String(modified),
      time: try CaptureTime(unixSeconds: modified, zone: zone, source: .fileModified))
  }
}

/// Every time that a photo offers, in the order in which they are tried, and which one won.
package struct CaptureTimeReport: Sendable, Hashable {
  package let candidates: [CaptureTimeCandidate]
  /// Metadata that could not be searched.
  package let problems: [CaptureTimeProblem]

  /// The time of the candidate that won; nil where none is valid.
  package var chosen: CaptureTime? { winner?.time }

  /// Why the time that won is doubtful; nil of most.
  package var doubt: ClockDoubt? { winner?.doubt }

  /// Whether the time that won may not be that of the photo: it is doubtful, or the file's last change.
  package var isDoubtful: Bool { doubt != nil || chosen?.source == .fileModified }

  /// Where the file's last change won: the first time that is there, but is not used, and more than a blank.
  package var passedOver: CaptureTimeCandidate? {
    guard chosen?.source == .fileModified else { return nil }
    return candidates.first { $0.saysTime && $0.outcome != .chosen }
  }

  private var winner: CaptureTimeCandidate? { candidates.first { $0.outcome == .chosen } }
}

/// One time that a photo offers.
package struct CaptureTimeCandidate: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case chosen
    /// Valid, but a candidate before it was too.
    case notNeeded
    /// Valid, but doubtful, and another is not.
    case doubtful
    case rejected(CaptureTimeRejection)
  }

  package let source: CaptureTimeSource
  /// The text as found, without padding; at most ``CaptureTimeReader/rawTextLimit`` bytes of it.
  package let rawText: String
  /// Nil where the candidate is rejected.
  package let time: CaptureTime?
  package let outcome: Outcome
  /// Why the time is doubtful, whether it won or not.
  package var doubt: ClockDoubt?
  /// What is to be said of how it was read.
  package var notes: [CaptureTimeNote] = []

  /// Whether there is something that may be meant as a time.
  fileprivate var saysTime: Bool {
    switch outcome {
    case .rejected(.blank), .rejected(.zeros), .rejected(.noDate): false
    default: true
    }
  }
}

/// A metadata block, or its rest, that could not be searched for times.
package enum CaptureTimeProblem: Error, Sendable, Hashable {
  case exif(TIFFError)
  /// `packet` counts the photo's packets from 0.
  case xmp(packet: Int, XMPError)
  /// A dataset's length field is itself of variable length, which no date needs.
  case iptcExtendedDataset(offset: Int)
  /// A dataset claims more bytes than the stream has left.
  case iptcTruncated(offset: Int, observed: Int, expected: Int)
  case companion(CompanionProblem)
  /// The photo's position is nowhere, so that it tells no zone.
  case impossiblePosition
  /// The photo's position is not searched for its zone.
  case places(PlacesError)
  /// The zone of the photo's position, which this program's rules of zones do not have.
  case unknownZone(String)
}
