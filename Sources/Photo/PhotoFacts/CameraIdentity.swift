package import Formats

/// The camera that took a photo, told from others of its model by its serial number and owner.
package struct CameraIdentity: Sendable, Hashable {
  private let make: String
  private let model: String
  /// BodySerialNumber (Exif 3.0, 4.6.6.9); empty where the photo has none.
  package let serial: String
  /// CameraOwnerName; empty where the photo has none.
  package let owner: String
  /// As people write it: "Canon EOS R5".
  package let name: String

  /// Nil where the photo says neither make nor model.
  package init?(_ metadata: EmbeddedMetadata) {
    let blocks = metadata.exifBlocks.lazy.compactMap(ExifDirectories.init)
    guard
      let (exif, name) = blocks.compactMap({ exif in
        EquipmentName.camera(exif).map { (exif, $0) }
      }).first
    else { return nil }
    self.init(
      make: exif.main[.make]?.line ?? "", model: exif.main[.model]?.line ?? "",
      serial: exif.text(.bodySerialNumber) ?? "", owner: exif.text(.cameraOwner) ?? "", name: name)
  }

  /// A camera by what photos say of it; empty texts where they say nothing.
  package init(make: String, model: String, serial: String, owner: String, name: String) {
    (self.make, self.model, self.serial) = (make, model, serial)
    (self.owner, self.name) = (owner, name)
  }
}
