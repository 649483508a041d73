import Store
import Texts

/// The cover of a collection, drawn by its name: a colour and a picture within 60 by 80.
struct CoverDrawing {
  /// A class of the style.
  let colour: String
  /// What is within the drawing.
  let shapes: String

  private static let colours = ["yellow", "green", "blue", "pink", "orange", "purple"]

  /// Hills with a sun, waves, a branch, the moon, rays, and rings. What is of the class `far` is paler.
  private static let drawings = [
    #"<circle class="far" cx="41" cy="30" r="9"/><path class="far" d="M0 80V58q14-13 29-4t31-6v32z"/>"#
      + #"<path d="M0 80V68q18-11 34-4t26-3v19z"/>"#,
    #"<path class="far" d="M0 50q7.5-8 15 0t15 0 15 0 15 0v30H0z"/>"#
      + #"<path d="M-7 64q7.5-8 15 0t15 0 15 0 15 0 15 0v16H-7z"/>"#,
    #"<path class="line" d="M18 80q4-26 22-42"/><path d="M22 66q-14-2-15-14q13 0 15 14z"/>"#
      + #"<path d="M27 55q2-13 15-15q0 14-15 15z"/><path class="far" d="M31 48q-11-4-10-15q11 2 10 15z"/>"#
      + #"<path class="far" d="M24 69q6-11 19-9q-4 12-19 9z"/>"#,
    #"<path d="M44 66a16 16 0 1 1-11-27a13 13 0 0 0 11 27z"/><circle class="far" cx="47" cy="41" r="1.6"/>"#
      + #"<circle class="far" cx="14" cy="38" r="1.2"/><circle class="far" cx="51" cy="58" r="1.2"/>"#,
    #"<path class="far" d="M30 80L4 34h11zM30 80L25 30h10zM30 80L56 34H45zM30 80L-4 56v9zM30 80l34-24v9z"/>"#
      + #"<circle cx="30" cy="80" r="13"/>"#,
    #"<circle class="line far" cx="30" cy="58" r="26"/><circle class="line far" cx="30" cy="58" r="18"/>"#
      + #"<circle cx="30" cy="58" r="10"/>"#,
  ]

  init(_ name: CollectionName) {
    // FNV-1a, so that a cover is the same at every visit.
    let hash = name.folded.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let place = Int(hash >> 8)
    colour = Self.colours[place % Self.colours.count]
    shapes = Self.drawings[place / Self.colours.count % Self.drawings.count]
  }

  /// For the template `cover`, with the collection's name and where its cover leads.
  ///
  /// - Parameters:
  ///   - collection: whose.
  ///   - path: the address.
  ///   - words: the page's.
  /// - Returns: the cover.
  static func content(
    of collection: TextCollection, leadingTo path: String, _ words: Words
  ) -> PageContent {
    let drawing = CoverDrawing(collection.name)
    return [
      "name": collection.name.text, "path": path, "colour": drawing.colour,
      "shapes": drawing.shapes, "texts": words.count(collection.texts, "textCount"),
    ]
  }
}
