import CaptureTime
import Files
import Formats
import Journal
import Markup
import Stamping
import Store
import SystemPackage
import Wording

/// One post, large, with its actions.
struct PostPage: Sendable {
  let post: Post
  /// The photo that its form is about, and its place, counted from 1; nil where it has none.
  let photo: (photo: PostPhoto, place: Int)?
  let neighbours: PostNeighbours
  /// Of the label on that photo; nil where it has none.
  let look: LabelLook?
  let pictures: Pictures
  let words: Words
  /// Its words as HTML.
  let written: WordsOnPage.Written
  /// Where the page was come to from; nil where that is not known: then it leads to the day.
  let way: WayBack?

  /// Its place on its day; nil where it is the only one.
  private var position: String? {
    guard neighbours.count > 1 else { return nil }
    return words(
      "position", ["index": "\(neighbours.index)", "count": "\(neighbours.count)"])
  }

  /// Whether its form is about a video, which has no label.
  private var isVideo: Bool { photo?.photo.isVideo ?? false }

  /// Where a photo of the post is as it was taken, small.
  var picture: String {
    "/posts/\(post.number)/picture" + (photo.map { "?photo=\($0.place)" } ?? "")
  }

  private func beside(_ number: Int) -> String {
    let address = "/posts/\(number)"
    return way.map { $0.handed(to: address) } ?? address
  }

  /// - Throws: what encoding the post throws.
  func content() throws -> PageContent {
    var card = PostCard(post: post, pictures: pictures, words: words)
    (card.written, card.edited) = (written, photo?.place)
    let time = post.time.captureTime
    let isSaid = !post.title.isEmpty || !post.words.isEmpty
    let page: PageContent = [
      "isInTrash": post.trashed != nil, "isSaid": isSaid,
      "typed": PostFields(post, photo?.photo).content(words),
      "chosenPhoto": (post.photos.count > 1 ? photo?.place : nil).once,
      "labelled": (isVideo ? nil : look).map { LabelFields($0).content(words) }.once,
      "edited": (isVideo ? nil : photo?.photo.edit).map {
        EditFields($0).content(words, source: picture)
      }.once,
      "version": try post.tag.description,
      "isDayOnly": time.precision == .day, "zone": post.time.zone,
      "source": words("source-\(post.time.source.rawValue)"),
      "previous": neighbours.previous.map { ["path": beside($0)] }.once,
      "next": neighbours.next.map { ["path": beside($0)] }.once,
      "way": (way ?? WayBack(path: "/days/\(post.day)", title: words.short(post.day))).content,
      "position": position.once,
    ]
    return card.content.merging(page) { $1 }
  }
}

/// The content of a post on a page.
struct PostCard {
  let post: Post
  let pictures: Pictures
  let words: Words
  /// Its words, where the page shows them whole.
  var written: WordsOnPage.Written?
  /// The place of one of several photos, counted from 1, and that of the one that a form is about.
  private var place: Int?
  var edited: Int?

  init(post: Post, pictures: Pictures, words: Words) {
    (self.post, self.pictures, self.words) = (post, pictures, words)
  }

  /// For templates.
  var content: PageContent {
    let time = post.time.captureTime
    let address = "/api/v1/posts/\(post.number)"
    let headline = written == nil ? headline : post.title
    return [
      "number": post.number, "path": "/posts/\(post.number)",
      "day": "\(post.day)", "dayTitle": words.title(post.day), "dayShort": words.short(post.day),
      "time": clock, "hasTime": time.precision != .day, "dateTime": Self.machineText(time),
      "caption": post.caption, "hasCaption": !post.caption.isEmpty,
      "headline": (headline.isEmpty ? nil : headline).once, "html": (written?.html).once,
      "ticks": (written?.version).map { version in
        ["form": WordsOnPage.form(ofTasksIn: post), "version": version] as PageContent
      }.once,
      "shownTitle": headline.isEmpty ? "" : Isolation.shown(headline) + " · ",
      "mood": post.mood.map { Self.content(of: $0, words) }.once,
      "isMorning": post.isMorning, "isWrittenLater": post.isWrittenLater,
      "isStarred": post.isStarred,
      "tags": post.tags.map { ["name": $0, "query": $0.percentEncoded] },
      "hasTags": !post.tags.isEmpty, "hasPhoto": post.photo != nil, "alt": alternativeText,
      "small": pictures.path(post, .small), "large": pictures.path(post, .large),
      "thumbnails": pictures.sources(of: post),
      "stamped": "\(address)/photo", "original": "\(address)/original",
      "fileName": post.photo?.file.lastComponent?.string ?? "",
      "others": (post.photos.count > 1 ? ["count": post.photos.count - 1] as PageContent : nil)
        .once,
      "photos": post.photos.count > 1 ? photos : [], "isInWords": isInWords(1),
      "collage": collage.map(content).once,
      "isVideo": post.photo?.isVideo ?? false,
      "video": post.photo.flatMap { video(of: $0, "\(address)/video") }.once,
      "live": post.photo.flatMap { live(of: $0, "\(address)/video") }.once,
      "raw": post.photo.flatMap { raw(of: $0, "\(address)/raw") }.once,
      "text": (post.photo?.text).map { text in
        [
          "name": text.key,
          "path": TextOnPage.path(of: text.key, in: text.collection),
        ]
      }.once,
      // Its shape, which is known before it comes.
      "sized": (post.photo?.size).map { ["width": $0.width, "height": $0.height] }.once,
    ]
  }

  /// The photo above the words: the one that stands for the post or, where the words show that, the first
  /// that they do not show; nil where they show all.
  var lead: PostPhoto? {
    guard isInWords(post.cover + 1) else { return post.photo }
    return post.photos.indices.first { !isInWords($0 + 1) }.map { post.photos[$0] }
  }

  private func isInWords(_ place: Int) -> Bool { written?.places.contains(place) ?? false }

  /// For the template `card`: with the photo above the words, or with all of several.
  var ofDay: PageContent {
    var content = content
    content["ticksBack"] = ["/days/\(post.day)"]
    content["hasPhoto"] = lead != nil
    if lead == nil { (content["caption"], content["hasCaption"]) = ("", false) }
    guard let lead, lead != post.photo, collage == nil else { return content }
    let shown: PageContent = [
      "small": pictures.path(post.number, lead.hash, .small),
      "thumbnails": pictures.sources(of: lead, in: post), "alt": alternativeText(lead),
      "caption": lead.caption, "hasCaption": !lead.caption.isEmpty,
    ]
    return content.merging(shown) { $1 }
  }

  /// What is shown of one of several photos, by its place, counted from 1.
  func ofPhoto(at place: Int) -> PageContent {
    var card = self
    card.place = place
    return card.ofPhoto(post.photos[place - 1])
  }

  /// What is shown of one photo.
  private func ofPhoto(_ photo: PostPhoto) -> PageContent {
    let query = place.map { "?photo=\($0)" } ?? ""
    let address = "/api/v1/posts/\(post.number)"
    let taken = photo.taken.map { taken in
      [
        "text": [taken.date == post.day ? "" : words.short(taken.date), words.clock(of: taken)]
          .filter { !$0.isEmpty }.joined(separator: " "), "dateTime": Self.machineText(taken),
      ] as PageContent
    }
    let title = [photo.caption, photo.taken.map { words.clock(of: $0) } ?? ""]
    return [
      "place": place ?? 1, "isEdited": place != nil && place == edited,
      "isCell": false, "isBeyond": false, "isTall": false, "further": [] as [PageContent],
      "title": title.filter { !$0.isEmpty }.joined(separator: " · "),
      "isInWords": isInWords(place ?? 1),
      "view": "/posts/\(post.number)/photo\(query)",
      "edit": "/posts/\(post.number)?edit=1&photo=\(place ?? 1)",
      "small": pictures.path(post.number, photo.hash, .small),
      "large": pictures.path(post.number, photo.hash, .large),
      "sources": pictures.sources(of: photo, in: post),
      "stamped": "\(address)/photo\(query)", "original": "\(address)/original\(query)",
      "fileName": photo.file.lastComponent?.string ?? "",
      "caption": photo.caption, "hasCaption": !photo.caption.isEmpty,
      "alt": alternativeText(photo), "taken": taken.once, "isVideo": photo.isVideo,
      "video": video(of: photo, "\(address)/video\(query)").once,
      "live": live(of: photo, "\(address)/video\(query)").once,
      "raw": raw(of: photo, "\(address)/raw\(query)").once,
      "sized": photo.size.map { ["width": $0.width, "height": $0.height] }.once,
    ]
  }

  /// A video that is to be played in the place of a photo.
  private func video(of photo: PostPhoto, _ path: String) -> PageContent? {
    photo.isVideo ? ["source": path] : nil
  }

  /// A video that moves in a photo.
  private func live(of photo: PostPhoto, _ path: String) -> PageContent? {
    photo.isVideo ? nil : photo.video.map { _ in ["source": path] }
  }

  /// The raw file that is kept with a photo.
  private func raw(of photo: PostPhoto, _ path: String) -> PageContent? {
    guard let raw = photo.raw, let name = photo.rawName else { return nil }
    let size = max(1, (raw.byteCount + 500_000) / 1_000_000)
    return [
      "source": path,
      "label": words("downloadRaw", ["name": Isolation.shown(name), "size": "\(size)"]),
    ]
  }

  /// How long a video is, as "1:05"; empty where that is not known.
  static func duration(_ video: PostVideo) -> String {
    guard let milliseconds = video.milliseconds else { return "" }
    let seconds = (milliseconds + 500) / 1_000
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(twoDigits(seconds % 60))"
      : "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
  }

  /// For the slide of one of the photos in the viewer.
  func slide(_ place: Int) -> PageContent {
    var card = self
    card.place = post.photos.count > 1 ? place : nil
    let photo = post.photos[place - 1]
    var slide = content.merging(card.ofPhoto(photo)) { $1 }
    if let taken = photo.taken {
      (slide["dayTitle"], slide["time"]) = (words.title(taken.date), words.clock(of: taken))
      slide["hasTime"] = taken.precision != .day
    }
    return slide
  }

  static func content(of mood: Mood, _ words: Words) -> PageContent {
    ["face": MoodFace(mood: mood).svg, "name": Wording.name(mood, in: words.language)]
  }

  /// The title, or the first line of the words.
  private var headline: String {
    post.title.isEmpty && !post.words.isEmpty ? Markup.firstLine(of: post.words) : post.title
  }

  /// What the photo is to a person who does not see it.
  var alternativeText: String { post.photo.map(alternativeText) ?? "" }

  private func alternativeText(_ photo: PostPhoto) -> String {
    let own = photo.taken.map { ($0.date, words.clock(of: $0)) } ?? (post.day, clock)
    let moment = [words.short(own.0), own.1].filter { !$0.isEmpty }.joined(separator: ", ")
    let (plain, withCaption) =
      photo.isVideo ? ("videoOf", "videoWith") : ("photoOf", "photoWith")
    return photo.caption.isEmpty
      ? words(plain, ["moment": moment])
      : words(withCaption, ["moment": moment, "caption": Isolation.shown(photo.caption)])
  }

  /// Hour and minute; nothing where they are not known.
  private var clock: String { words.clock(of: post.time.captureTime) }

  /// As HTML writes a local date and time, or a date alone.
  static func machineText(_ time: CaptureTime) -> String {
    guard time.precision != .day else { return "\(time.date)" }
    let clock = [time.hour, time.minute, time.second].map(twoDigits).joined(separator: ":")
    return "\(time.date)T\(clock)"
  }

  static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension [Post] {
  func cards(_ words: Words, _ pictures: Pictures) -> [PageContent] {
    map { PostCard(post: $0, pictures: pictures, words: words).content }
  }
}
