import CGD

/// How the process gets memory for images.
package enum RasterMemory {
  /// Keeps the memory of finished images for the next ones; to be called before any thread starts.
  ///
  /// libgd allocates an image row by row. glibc gives such memory back to the kernel after each
  /// photo, most eagerly from threads other than the first, and takes it again, page by page, for
  /// the next: a fifth of the time of a batch of JPEGs. One arena for all threads, never trimmed,
  /// holds as much as the largest photos under way at once ever took (mallopt(3)).
  package static func keepForNextImages() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_TRIM_THRESHOLD, Int32.max)
    // Files and their outputs come from the arena too; 32 MiB is the most that glibc takes here.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TOP_PAD, 16 << 20)
  }

  /// Gives the memory of finished photos back at once, for a process that runs on for months; to be
  /// called before any thread starts.
  ///
  /// Otherwise glibc keeps an arena for each of a few threads, with what the largest photo took there,
  /// and raises with each large block that is freed the size up to which blocks stay in an arena
  /// (mallopt(3)): a hundred photos at once leave half as much again behind.
  package static func giveBackSoon() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
  }
}
