import CaptureTime

/// Clocks that were reset, and years that do not fit.
extension ClockDoctor {
  /// What clocks begin with: the QuickTime, Unix, DOS and firmware epochs. 2000 began for everybody.
  private static let beginnings: [(wall: Int, needsWitness: Bool)] = [
    (date(1904, 1, 1), false), (date(1970, 1, 1), false), (date(1980, 1, 1), false),
    (date(2000, 1, 1), true), (date(2002, 12, 8) + 43_200, false),
  ]
  private static let day = 86_400
  private static let year = 365 * day

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> Int {
    (CivilDate(year: year, month: month, day: day)?.daysSinceEpoch ?? 0) * 86_400
  }

  /// Photos of clocks that nobody set: from within a day after a beginning on, without a gap of two
  /// months.
  func neverSet(_ photos: [PhotoClock], _ all: [PhotoClock]) -> [ClockFinding] {
    photos.byCamera().flatMap { camera, photos in
      let sorted = photos.enumerated().sorted {
        ($0.element.wall, $0.offset) < ($1.element.wall, $1.offset)
      }.map(\.element)
      var findings: [ClockFinding] = []
      var index = 0
      while index < sorted.count {
        guard let beginning = Self.beginning(of: sorted[index]) else {
          index += 1
          continue
        }
        var end = index + 1
        while end < sorted.count, sorted[end].wall - sorted[end - 1].wall < 60 * Self.day {
          end += 1
        }
        let run = Array(sorted[index..<end])
        let isWitnessed =
          sorted[end...].contains { $0.wall - run[0].wall > Self.year }
          || run.contains { $0.evidence.map { $0 > Self.year } == true }
        if isWitnessed || !beginning.needsWitness {
          findings += neverSetFindings(run, camera: sorted)
        }
        index = end
      }
      return findings
    }
  }

  private static func beginning(of photo: PhotoClock) -> (wall: Int, needsWitness: Bool)? {
    beginnings.first { 0..<day ~= photo.wall - $0.wall }
  }

  /// A clock that went on is put right by a shift. One that stands shows no time at all.
  private func neverSetFindings(_ run: [PhotoClock], camera: [PhotoClock]) -> [ClockFinding] {
    [run.filter(\.isNeverSet), run.filter { !$0.isNeverSet }].filter { !$0.isEmpty }.map { photos in
      let remedy: ClockFinding.Remedy =
        if photos.allSatisfy({ $0.named.map { $0.precision != .day } == true }) {
          .fromName
        } else if photos[0].isNeverSet {
          .day(self.day(of: photos[0], in: run, camera: camera))
        } else {
          self.remedy(for: photos, camera: camera)
        }
      return ClockFinding(
        camera: photos[0].camera, kind: .neverSet(photos[0].time),
        photos: photos.map(\.path).sortedByName, remedy: remedy)
    }
  }

  /// The day of a photo from a stopped clock, by the same witnesses.
  private func day(of photo: PhotoClock, in run: [PhotoClock], camera: [PhotoClock]) -> CivilDate {
    if let seconds = photo.evidence {
      return CivilDate(daysSinceEpoch: (photo.wall + seconds).floorDivided(by: 86_400).quotient)
    }
    if let neighbour = neighbour(of: [photo], outside: run, camera: camera)?.right {
      return neighbour.time.date
    }
    let changed = photo.modified ?? photo.wall
    return CivilDate(daysSinceEpoch: changed.floorDivided(by: 86_400).quotient)
  }

  /// What puts a run of photos right, by the best witness: satellites or the name of a file, the photo
  /// before or after it by number, and else the last change of the file.
  private func remedy(for run: [PhotoClock], camera: [PhotoClock]) -> ClockFinding.Remedy {
    if let seconds = run.lazy.compactMap({ photo in
      photo.evidence.flatMap { abs($0) > Self.day ? $0 : nil }
    }).first {
      return .shift(seconds)
    }
    if let pair = neighbour(of: run, outside: run, camera: camera) {
      return .sync(pair.wrong.path, pair.right.path)
    }
    let last = run[run.count - 1]
    let changed = last.modified ?? last.wall
    return .modified(
      last.path, CaptureTime(wallSeconds: changed + zone.offset(at: changed), source: .fileModified)
    )
  }

  /// A photo of some, and the one before or after it by number that is not of a run.
  private func neighbour(
    of photos: [PhotoClock], outside run: [PhotoClock], camera: [PhotoClock]
  ) -> (wrong: PhotoClock, right: PhotoClock)? {
    let (wanted, wrong) = (Set(photos.map(\.path)), Set(run.map(\.path)))
    for series in NumberedPhotos.all(of: camera) {
      let photos = series.photos
      for (index, photo) in photos.enumerated() where wanted.contains(photo.clock.path) {
        let neighbours = [index - 1, index + 1].filter(photos.indices.contains).map { photos[$0] }
        let right = neighbours.first {
          !wrong.contains($0.clock.path) && abs($0.number - photo.number) <= 100
        }
        if let right { return (photo.clock, right.clock) }
      }
    }
    return nil
  }

  /// Photos of another year than those before and after them by number, which agree.
  func otherYears(_ photos: [PhotoClock], _ all: [PhotoClock]) -> [ClockFinding] {
    photos.byCamera().flatMap { _, photos in
      NumberedPhotos.all(of: photos).flatMap { otherYears($0.photos) }
    }
  }

  private func otherYears(_ series: [(number: Int, clock: PhotoClock)]) -> [ClockFinding] {
    var findings: [ClockFinding] = []
    var before = 0
    while before + 2 < series.count {
      let first = before + 1
      guard Self.isFar(series[first].clock, from: series[before].clock) else {
        before += 1
        continue
      }
      // The first one that agrees with the one before the run again.
      let limit = min(series.count, first + 1 + series.count / 2)
      let after = (first + 1..<max(first + 1, limit)).first {
        abs(series[$0].clock.wall - series[before].clock.wall) <= 30 * Self.day
      }
      guard let after else {
        before += 1
        continue
      }
      let run = series[first..<after].map(\.clock)
      if run.allSatisfy({ Self.isFar($0, from: series[before].clock) }) {
        findings.append(otherYear(run, series[before].clock, series[after].clock))
      }
      before = after
    }
    return findings
  }

  /// Half a year away, and in another year.
  private static func isFar(_ photo: PhotoClock, from other: PhotoClock) -> Bool {
    abs(photo.wall - other.wall) > year / 2 && photo.time.year != other.time.year
  }

  private func otherYear(
    _ run: [PhotoClock], _ before: PhotoClock, _ after: PhotoClock
  ) -> ClockFinding {
    let years = before.time.year - run[0].time.year
    let between = (before.wall - Self.day)...(max(before.wall, after.wall) + Self.day)
    func isRight(_ years: Int) -> Bool {
      run.allSatisfy { photo in
        let date = photo.time.date.adding(months: 12 * years)
        return between.contains(date.daysSinceEpoch * 86_400 + photo.wall % 86_400)
      }
    }
    let right = [years, years + 1, years - 1].first { $0 != 0 && isRight($0) }
    let remedy: ClockFinding.Remedy =
      if let right { .years(right) } else { .sync(run[0].path, before.path) }
    return ClockFinding(
      camera: run[0].camera,
      kind: .otherYear(before: before.path, after: after.path, year: before.time.year),
      photos: run.map(\.path).sortedByName, remedy: remedy)
  }
}

extension PhotoClock {
  /// Seconds that the photo itself says are to be added: by satellites, or by its file's name.
  var evidence: Int? {
    if let ahead { return -ahead }
    if let gps { return gps - wall }
    guard let named, named.precision != .day else { return nil }
    return named.wallSeconds - wall
  }
}
