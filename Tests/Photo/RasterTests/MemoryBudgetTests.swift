import Formats
import Glibc
import Testing
import TestSupport

@testable import Raster

@Suite("The memory for photos")
struct MemoryBudgetTests {
  @Test("is divided among the jobs")
  func jobs() {
    #expect(MemoryBudget(total: 8 << 30, jobs: 4).bytesPerJob == 2 << 30)
    #expect(MemoryBudget(total: 1, jobs: 0).bytesPerJob == MemoryBudget.leastTotal)
    #expect(MemoryBudget.usualJobs(processors: 8, total: 1 << 30) == 2)
    #expect(MemoryBudget.usualJobs(processors: 8, total: 64 << 20) == 1)
    #expect(MemoryBudget.usualJobs(processors: 2, total: 64 << 30) == 2)
  }

  @Test(
    "is half of the least that the machine, its control groups and the process allow",
    arguments: [
      (nil, [:], [], 16 << 30),
      ("0::/\n", ["/sys/fs/cgroup/memory.max": "1073741824\n"], [], 1 << 30),
      ("0::/\n", ["/sys/fs/cgroup/memory.max": "max\n"], [], 16 << 30),
      // The limit of a group around it holds too.
      (
        "0::/user.slice/a.service\n",
        [
          "/sys/fs/cgroup/user.slice/a.service/memory.max": "max\n",
          "/sys/fs/cgroup/user.slice/memory.max": "2147483648\n",
        ], [], 2 << 30
      ),
      (
        "5:cpu,memory:/docker/1\n1:name=systemd:/\n",
        ["/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": "536870912\n"], [], 512 << 20
      ),
      ("0::/\n", [:], [1_500_000_000, 1 << 62], 1_500_000_000),
      ("nonsense", ["/sys/fs/cgroup/memory.max": "1"], [], 16 << 30),
    ] as [(String?, [String: String], [Int], Int)])
  func machine(groups: String?, files: [String: String], limits: [Int], available: Int) {
    let memory = MachineMemory(
      physical: 16 << 30, groups: groups, processLimits: limits, read: { files[$0] })
    #expect(memory.available == available)
  }

  @Test(
    "is given in bytes or units of 1,024",
    arguments: [
      ("2G", 2 << 30), ("512M", 512 << 20), ("512MiB", 512 << 20), ("1t", 1 << 40),
      ("65536k", 64 << 20), ("1000", 1000),
      ("", nil), ("G", nil), ("-1G", nil), ("1.5G", nil), ("0", nil), ("+1G", nil), ("1 G", nil),
      ("99999999999G", nil), ("99999999999999999999", nil), ("٢G", nil),
    ])
  func sizes(text: String, bytes: Int?) { #expect(MemorySize(text)?.bytes == bytes) }

  @Test("that a decoder takes is more than its picture, and no number is too large")
  func decoding() throws {
    for format in PhotoFormat.targets {
      let bytes = try MadePhoto.image(width: 64, height: 48).encoded(as: Encoding(format))
      let photo = try PhotoFile(bytes)
      #expect(CodecMemory.decoding(photo) >= 4 * 64 * 48, "\(format)")
      #expect(CodecMemory.encoding(photo.header, as: Encoding(format)) >= 4 * 64 * 48)
    }
    let bomb = try PhotoFile(HostilePhoto.png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF))
    #expect(CodecMemory.decoding(bomb) > 1 << 56)
    #expect(CodecMemory.encoding(bomb.header, as: Encoding(.heic)) > 1 << 56)
  }

  @Test("is told where it is short, and damage is told as damage")
  func shortage() {
    let size = PixelSize(width: 7, height: 9)
    func failing(_ error: RasterError, needed: Int, isShort: Bool) -> RasterError? {
      do throws(RasterError) {
        try MemoryShortage.telling(of: size, needed: needed) { () throws(RasterError) in
          if isShort { errno = ENOMEM }
          throw error
        }
        return nil
      } catch {
        return error
      }
    }
    let damaged = RasterError.cannotDecode(.webp, detail: "truncated or corrupt")
    #expect(failing(damaged, needed: 1, isShort: false) == damaged)
    let short = RasterError.cannotAllocate(width: 7, height: 9)
    #expect(failing(damaged, needed: 1, isShort: true) == short)
    #expect(failing(damaged, needed: 1 << 60, isShort: false) == short)
    let other = RasterError.sideTooLong(.jpeg, observed: 2, limit: 1)
    #expect(failing(other, needed: 1 << 60, isShort: true) == other)
  }
}
