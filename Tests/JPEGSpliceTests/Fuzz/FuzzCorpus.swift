/// Files to begin with: all kinds of small ones, and some of other makes.
enum FuzzCorpus {
  static let files: [[UInt8]] =
    SmallJPEG.all.map(\.bytes)
    + [SmallJPEG.arithmetic.bytes]
    + [SmallJPEG.upright, .flat, .progressive, .refined, .progressiveRestarts].flatMap { sample in
      let file = JPEGParts(sample.bytes)
      return [file.withFullTables().bytes, file.withJunk().bytes]
    }
    + [SmallJPEG.separate, .restarts, .halved].compactMap { sample in
      try? JPEGParts(sample.bytes).withScarceTables().bytes
    }
    + [SmallJPEG.halved, .restarts].flatMap { sample in
      let file = JPEGParts(sample.bytes)
      return [file.withoutTables().bytes, file.withNumberOfLines().bytes]
    }
}
