import Formats
import Testing

@testable import PhotoFacts

@Suite("Names of equipment")
struct EquipmentNameTests {
  @Test(
    "Make and model are joined as people write them",
    arguments: [
      ("Canon", "Canon EOS R5", "Canon EOS R5"),
      ("NIKON CORPORATION", "NIKON D3100", "NIKON D3100"),
      ("NIKON", "COOLPIX P1000", "NIKON COOLPIX P1000"), ("Apple", "iPhone 15", "Apple iPhone 15"),
      ("SONY", "ILCE-7M4", "SONY ILCE-7M4"), ("samsung", "SM-S911B", "Samsung SM-S911B"),
      ("SAMSUNG TECHWIN CO., LTD.", "NV3", "Samsung NV3"),
      ("SAMSUNG", "SAMSUNG-SGH-I747", "SAMSUNG-SGH-I747"),
      ("OLYMPUS IMAGING CORP.  ", "E-M5            ", "OLYMPUS E-M5"),
      ("OLYMPUS OPTICAL CO.,LTD", "C2500L", "OLYMPUS C2500L"),
      ("EASTMAN KODAK COMPANY", "KODAK DC290 ZOOM", "KODAK DC290 ZOOM"),
      ("EASTMAN KODAK COMPANY", "DX4530", "KODAK DX4530"),
      ("FUJI PHOTO FILM CO., LTD.", "SP-2500", "FUJIFILM SP-2500"),
      ("SEIKO EPSON CORP.", "PhotoPC 3000Z", "EPSON PhotoPC 3000Z"),
      ("Minolta Co., Ltd.", "Dimage EX", "Minolta Dimage EX"),
      ("KONICA MINOLTA CAMERA, Inc.", "DiMAGE A2", "KONICA MINOLTA DiMAGE A2"),
      ("PENTAX Corporation", "PENTAX K10D", "PENTAX K10D"),
      ("ASAHI OPTICAL CO.,LTD", "Optio 330", "PENTAX Optio 330"),
      ("RICOH IMAGING COMPANY, LTD.", "PENTAX K-3 II", "PENTAX K-3 II"),
      ("RICOH IMAGING COMPANY, LTD.", "GR III", "RICOH GR III"),
      ("Hewlett-Packard", "HP PhotoSmart R717", "HP PhotoSmart R717"),
      ("Hewlett-Packard Company", "PhotoSmart C500", "HP PhotoSmart C500"),
      ("HMD Global", "Nokia 7.1", "Nokia 7.1"), ("LG Electronics", "VX-9700", "LG VX-9700"),
      ("Leica Camera AG", "LEICA M (Typ 240)", "LEICA M (Typ 240)"),
      ("Leica Camera AG", "M9 Digital Camera", "Leica M9 Digital Camera"),
      ("Google", "Pixel 8", "Google Pixel 8"), ("CASIO COMPUTER CO.,LTD.", "EX-Z3", "CASIO EX-Z3"),
      ("Canon", "", "Canon"), ("", "Canon EOS R5", "Canon EOS R5"), ("Co.", "X1", "Co X1"),
      ("...", "X1", "X1"), ("Canon Inc.", "Canon", "Canon"), ("DJI", "DJIX", "DJI DJIX"),
    ])
  func cameras(make: String, model: String, name: String) {
    let block = ExifBlock(main: [(.make, .text(make)), (.model, .text(model))])
    #expect(block.facts.camera == name)
  }

  @Test("Blank names are none")
  func blank() {
    let block = ExifBlock(main: [(.make, .text("   ")), (.model, .text("\u{1}\t "))])
    #expect(block.facts.camera == nil)
  }

  @Test(
    "The lens is its model, with its maker only where the model lacks it",
    arguments: [
      ("Canon", "EF24-70mm f/2.8L II USM", "Canon EF24-70mm f/2.8L II USM"),
      ("", "EF24-70mm f/2.8L II USM", "EF24-70mm f/2.8L II USM"),
      ("Apple", "iPhone 15 back camera 6.8mm f/1.6", "Apple iPhone 15 back camera 6.8mm f/1.6"),
      ("SIGMA", "Sigma 18-35mm F1.8", "Sigma 18-35mm F1.8"),
    ])
  func lenses(make: String, model: String, name: String) {
    let block = ExifBlock(exif: [(.lensMake, .text(make)), (.lensModel, .text(model))])
    #expect(block.facts.lens == name)
  }

  @Test(
    "Without a model the lens is its focal lengths and apertures",
    arguments: [
      ([(24, 1), (70, 1), (28, 10), (28, 10)], "24–70 mm f/2.8"),
      ([(18, 1), (55, 1), (35, 10), (56, 10)], "18–55 mm f/3.5–5.6"),
      ([(50, 1), (50, 1), (14, 10), (14, 10)], "50 mm f/1.4"),
      ([(24, 1), (70, 1), (0, 0), (0, 0)], "24–70 mm"),
      ([(412, 100), (412, 100), (24, 10), (0, 0)], "4.1 mm f/2.4"),
      ([(0, 0), (70, 1), (28, 10), (28, 10)], nil), ([(0, 1), (0, 1), (0, 1), (0, 1)], nil),
      ([(24, 1)], nil), ([], nil),
    ] as [([(UInt32, UInt32)], String?)])
  func specifications(numbers: [(UInt32, UInt32)], text: String?) {
    for model in ["", "----", "0.0 mm f/0.0"] {
      let block = ExifBlock(exif: [
        (.lensSpecification, .rational(numbers)), (.lensModel, .text(model)),
      ])
      #expect(block.facts.lens == text)
    }
  }
}
