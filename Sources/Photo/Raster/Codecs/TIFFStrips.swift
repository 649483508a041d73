import CCodecs.TIFF
package import Formats

/// Strips and tiles of TIFF files, decoded and encoded by libtiff, each as a file of its own.
package enum TIFFStrips {
  /// Decodes a strip in this process.
  ///
  /// - Parameters:
  ///   - file: that of a ``TIFFStrip``.
  ///   - size: how many bytes its samples take.
  /// - Returns: its samples, of 16 bits and more in the order of this machine.
  /// - Throws: `cannotDecode` where the data are damaged, or too few.
  package static func decoded(
    _ file: [UInt8], sampleBytes size: Int
  ) throws(RasterError) -> [UInt8] {
    var message = ctiff_message()
    // libtiff leaves the bits between a fax's last pixel and the next byte as they are.
    var samples = [UInt8](repeating: 0, count: size)
    let done = file.withUnsafeBufferPointer { file in
      samples.withUnsafeMutableBufferPointer {
        ctiff_decode(file.baseAddress, file.count, $0.baseAddress, size, &message)
      }
    }
    guard done == Int64(size) else {
      throw .cannotDecode(.tiff, detail: text(of: &message) ?? "a strip ends early")
    }
    return samples
  }

  /// Encodes samples as a strip of the same form.
  ///
  /// - Parameters:
  ///   - samples: as ``PictureDecoder/samples(of:)`` gives them; as many as the form says.
  ///   - form: how they are coded.
  /// - Returns: the strip's bytes.
  /// - Throws: `cannotEncode`.
  package static func encoded(
    _ samples: [UInt8], as form: TIFFStripForm
  ) throws(RasterError) -> [UInt8] {
    var fields = ctiff_form()
    (fields.width, fields.rows) = (UInt32(form.size.width), UInt32(form.size.height))
    fields.bits = UInt16(form.bits)
    fields.samples_per_pixel = UInt16(form.samplesPerPixel)
    fields.sample_format = form.isFloat ? 3 : 1
    fields.compression = UInt16(truncatingIfNeeded: form.coding.compression)
    fields.predictor = UInt16(truncatingIfNeeded: form.coding.predictor)
    fields.fill_order = form.coding.isReversed ? 2 : 1
    fields.t4_options = UInt32(truncatingIfNeeded: form.coding.t4Options)
    fields.is_big_endian = form.coding.byteOrder == .bigEndian ? 1 : 0
    var message = ctiff_message()
    // libtiff changes the samples that it is given.
    var samples = samples
    var count = 0
    let coded = samples.withUnsafeMutableBufferPointer {
      ctiff_encode(&fields, $0.baseAddress, $0.count, &count, &message)
    }
    guard let coded else {
      throw .cannotEncode(.tiff, detail: text(of: &message) ?? "no memory")
    }
    defer { ctiff_free(coded) }
    return Array(UnsafeBufferPointer(start: coded, count: count))
  }

  /// The size that libtiff reads of a file's first picture; nil where it reads none.
  static func size(of file: UnsafeBufferPointer<UInt8>) -> PixelSize? {
    var (width, height) = (UInt32(0), UInt32(0))
    guard ctiff_size(file.baseAddress, file.count, &width, &height) != 0 else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Loads libtiff, which takes files.
  static func warmUp() {
    var message = ctiff_message()
    _ = ctiff_decode(nil, 0, nil, 0, &message)
  }

  static func text(of message: inout ctiff_message) -> String? {
    let text = withUnsafeBytes(of: &message.text) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}
