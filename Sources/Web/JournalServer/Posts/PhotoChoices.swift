import Journal
import Stamping
import Store

/// A post's form about its photos, apart from captions: crop, rotation, filter and label.
///
/// Its fields are about one photo. What was chosen of another before, and is not saved yet, is in fields whose
/// names end in that one's place.
struct PhotoChoices: Sendable {
  /// The form, whose fields are about the photo.
  let form: Form
  /// The place of that photo, counted from 1; nil where the post has none.
  let place: Int?

  private static let edit = ["crop", "rotate", "filter"]
  private static let label =
    LabelChange.keys.map(\.rawValue) + ["label-whole"]

  /// - Parameters:
  ///   - form: as it was sent or kept.
  ///   - place: the photo that the page is about.
  init(_ form: Form, of place: Int?) {
    var fields = form.fields
    if let place, let before = form["photo"].flatMap({ Int($0) }), before != place {
      for name in Self.edit + Self.label {
        let (here, now) = ("\(name).\(before)", "\(name).\(place)")
        (fields[here], fields[name]) = (fields[name], fields[now])
        fields[now] = nil
      }
      fields["photo"] = "\(place)"
    }
    (self.form, self.place) = (Form(fields: fields), place)
  }

  /// Whether it says how the photo is cropped, turned and filtered.
  var saysEdit: Bool { Self.edit.contains { form[$0] != nil } }

  /// For the template: the fields of the other photos.
  func others(of post: Post) -> [PageContent] {
    post.photos.indices.map { $0 + 1 }.filter { $0 != place }.flatMap { other in
      (Self.edit + Self.label).compactMap { name in
        let field = "\(name).\(other)"
        return form[field].map { ["name": field, "value": $0] as PageContent }
      }
    }
  }
}

extension PostChange {
  /// Takes what a form says of photos of which its other fields are not.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - post: the post.
  ///   - place: the photo of which its other fields are, counted from 1.
  ///   - look: gives how the label of a photo looks; nil where it has none.
  /// - Throws: `SettingError`, `EditError`.
  mutating func setChoices(
    _ form: Form, of post: Post, but place: Int?, look: (PostPhoto) throws -> LabelLook?
  ) throws {
    for (index, photo) in post.photos.enumerated() where index + 1 != place && !photo.isVideo {
      let field = { (name: String) in form["\(name).\(index + 1)"] }
      edits[index + 1] = try EditFields.change(field, of: photo.edit)
      guard LabelChange.keys.contains(where: { field($0.rawValue) != nil }) else { continue }
      labels[index + 1] = try look(photo).flatMap { try LabelChange.said(field, of: $0) }
    }
  }
}

extension Draft {
  /// The place of the photo that its fields are about, where the post has one there still.
  func photo(of post: Post) -> String? {
    guard let text = fields["photo"], let place = Int(text),
      post.hasPhoto(at: place)
    else { return nil }
    return text
  }
}
