import Files
import SystemPackage
import TestSupport
import Testing

@testable import Arrivals

@Suite("A source", .enabled("\(Python.note)") { await Python.isThere })
struct SourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a script makes of the path that it gets as `path`.
  private func made(_ name: String, _ script: String) async throws -> any ArrivalFiles {
    let path = folder.path(name)
    _ = try await Python.lines(
      of: "import sys, io, os, zipfile, tarfile, gzip, struct\npath = sys.argv[1]\n" + script,
      [path])
    return try ArrivalSource.open(FilePath(path))
  }

  private func texts(_ files: any ArrivalFiles) throws -> [String: String] {
    var texts: [String: String] = [:]
    // From the last on, so that an archive is not read in its order.
    for file in files.files.reversed() {
      texts[file.path] = String(decoding: try files.bytes(of: file, limit: 1 << 20), as: UTF8.self)
    }
    return texts
  }

  static let contents = """
    contents = {"b/두 번째.txt": b"second" * 40_000, "a.json": b"{}", "b/1.txt": b"first", "empty": b""}
    def put_all(tar):
      for name, data in contents.items():
        info = tarfile.TarInfo(name); info.size = len(data); info.mtime = 1_700_000_000
        tar.addfile(info, io.BytesIO(data))

    """

  @Test(
    "has the files of a folder, a ZIP file, a TAR file and one in gzip",
    arguments: [
      (
        "folder",
        "for n, d in contents.items(): os.makedirs(os.path.dirname(f'{path}/{n}'), exist_ok=True); open(f'{path}/{n}', 'wb').write(d)"
      ),
      (
        "a.zip",
        "with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:\n  for n, d in contents.items(): z.writestr(n, d)"
      ),
      (
        "stored.zip",
        "with zipfile.ZipFile(path, 'w') as z:\n  for n, d in contents.items():\n    with z.open(n, 'w', force_zip64=True) as f: f.write(d)"
      ),
      (
        "streamed.zip",
        """
        class Pipe(io.RawIOBase):
          def __init__(self, f): self.f = f
          def writable(self): return True
          def write(self, b): return self.f.write(b)
        with zipfile.ZipFile(Pipe(open(path, 'wb')), 'w', zipfile.ZIP_DEFLATED) as z:
          for n, d in contents.items(): z.writestr(n, d)
        """
      ),
      (
        "before.zip",
        "open(path, 'wb').write(b'PK\\x03\\x04')\nwith zipfile.ZipFile(path, 'w') as z:\n  for n, d in contents.items(): z.writestr(n, d)"
      ),
      ("a.tar", "with tarfile.open(path, 'w', format=tarfile.PAX_FORMAT) as t: put_all(t)"),
      ("gnu.tar", "with tarfile.open(path, 'w', format=tarfile.GNU_FORMAT) as t: put_all(t)"),
      ("a.tar.gz", "with tarfile.open(path, 'w:gz') as t: put_all(t)"),
    ])
  func contents(_ name: String, _ script: String) async throws {
    let files = try await made(name, Self.contents + script)
    #expect(files.name == name)
    #expect(files.files.map(\.path) == ["a.json", "b/1.txt", "b/두 번째.txt", "empty"])
    #expect(files.files.map(\.size) == [2, 5, 240_000, 0])
    let expected = [
      "a.json": "{}", "b/1.txt": "first", "empty": "",
      "b/두 번째.txt": String(repeating: "second", count: 40_000),
    ]
    #expect(try texts(files) == expected)
    #expect(try texts(files) == expected)
    #expect(files.passedOver.kinds.isEmpty)
  }

  @Test("is a single file, also one in gzip")
  func single() async throws {
    let plain = try await made("Journal.json", "open(path, 'w').write('{}')")
    #expect(try texts(plain) == ["Journal.json": "{}"])
    let zipped = try await made("Journal.json.gz", "gzip.open(path, 'w').write(b'{}')")
    #expect(try texts(zipped) == ["Journal.json": "{}"])
    #expect(zipped.files.map(\.size) == [nil])
  }

  @Test("passes over links, devices, hidden files and names that lead elsewhere")
  func names() async throws {
    let zip = try await made(
      "a.zip",
      """
      with zipfile.ZipFile(path, 'w') as z:
        for n in ['good', '../up', 'a/../../up', '/etc/passwd', 'a\\nb', 'a\\u202eb', '.hidden', 'a/.git/x',
                  '__MACOSX/good', 'x' * 5000]: z.writestr(n, n)
        link = zipfile.ZipInfo('link'); link.create_system = 3; link.external_attr = 0o120777 << 16
        z.writestr(link, '/etc/passwd')
      """)
    #expect(zip.files.map(\.path) == ["good"])
    let counts = Dictionary(
      uniqueKeysWithValues: zip.passedOver.kinds.map { ($0.reason, $0.count) })
    #expect(counts == [.path: 4, .characters: 2, .link: 1])
    let tar = try await made(
      "a.tar",
      """
      with tarfile.open(path, 'w') as t:
        for n, kind in [('good', tarfile.REGTYPE), ('s', tarfile.SYMTYPE), ('h', tarfile.LNKTYPE),
                        ('d', tarfile.BLKTYPE), ('f', tarfile.FIFOTYPE)]:
          i = tarfile.TarInfo(n); i.type = kind; i.linkname = 'good'; t.addfile(i)
      """)
    #expect(tar.files.map(\.path) == ["good"])
    #expect(tar.passedOver.kinds.map(\.reason) == [.link, .special])
    #expect(tar.passedOver.kinds.map(\.count) == [2, 2])
    let disk = try await made(
      "folder",
      """
      os.makedirs(path + '/.obsidian'); open(path + '/.obsidian/x', 'w'); open(path + '/good', 'w')
      os.symlink('/etc', path + '/etc'); os.mkfifo(path + '/fifo'); open(path.encode() + b'/\\xff', 'w')
      """)
    #expect(disk.files.map(\.path) == ["good"])
    #expect(Set(disk.passedOver.kinds.map(\.reason)) == [.link, .special, .characters])
  }

  @Test("reads no file through a link that took its place")
  func replaced() async throws {
    let files = try await made("folder", "os.mkdir(path); open(path + '/a', 'w').write('a')")
    _ = try await Python.lines(
      of: "import os, sys; p = sys.argv[1] + '/a'; os.unlink(p); os.symlink('/etc/passwd', p)",
      [folder.path("folder")])
    #expect(throws: FileError.self) { try files.bytes(of: #require(files.files.first), limit: 100) }
  }

  @Test("does not become more than a file of a journal", arguments: ["zip", "tar.gz", "gz"])
  func bomb(_ ending: String) async throws {
    let script = """
      size = 300 << 20
      class Zeros(io.RawIOBase):
        def __init__(self): self.left = size
        def readable(self): return True
        def readinto(self, b):
          n = min(len(b), self.left); b[:n] = bytes(n); self.left -= n; return n
      if path.endswith('.zip'):
        with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z:
          with z.open('zeros', 'w') as f:
            for _ in range(300): f.write(bytes(1 << 20))
      elif path.endswith('.tar.gz'):
        with tarfile.open(path, 'w:gz') as t:
          i = tarfile.TarInfo('zeros'); i.size = size; t.addfile(i, Zeros())
      else:
        with gzip.open(path, 'w') as f:
          for _ in range(300): f.write(bytes(1 << 20))
      """
    func read() async throws -> Int {
      let files = try await made("bomb.\(ending)", script)
      var count = 0
      try files.read(#require(files.files.first)) { piece in
        count += piece.count
        return true
      }
      return count
    }
    if ending == "tar.gz" {
      await #expect(throws: ArrivalError.expandsTooMuch) { try await read() }
    } else {
      await #expect(throws: ArrivalFault.expandsTooMuch) { try await read() }
    }
  }

  @Test("is refused where an archive is cut off", arguments: ["zip", "tar", "tar.gz"])
  func cut(_ ending: String) async throws {
    await #expect(throws: ArrivalError.self) {
      let files = try await made(
        "cut.\(ending)",
        """
        data = os.urandom(100_000)
        if path.endswith('zip'):
          with zipfile.ZipFile(path, 'w') as z: z.writestr('a', data)
        else:
          with tarfile.open(path, 'w:gz' if path.endswith('gz') else 'w') as t:
            i = tarfile.TarInfo('a'); i.size = len(data); t.addfile(i, io.BytesIO(data))
        os.truncate(path, 50_000)
        """)
      for file in files.files { _ = try files.bytes(of: file, limit: 1 << 20) }
    }
  }

  @Test("has a million files at most")
  func many() async throws {
    let script = """
      count = int(os.path.basename(path).split('.')[0])
      # Written by hand: zipfile takes a minute for as many.
      local = struct.pack('<IHHHHHIIIHH', 0x04034b50, 10, 0, 0, 0, 33, 0, 0, 0, 7, 0)
      with open(path, 'wb') as f:
        names = [b'%07d' % i for i in range(count)]
        for n in names: f.write(local + n)
        start = f.tell()
        for i, n in enumerate(names):
          f.write(struct.pack('<IHHHHHHIIIHHHHHII', 0x02014b50, 10, 10, 0, 0, 0, 33, 0, 0, 0, 7, 0, 0, 0, 0, 0, i * 37) + n)
        size = f.tell() - start
        end = f.tell()
        f.write(struct.pack('<IQHHIIQQQQ', 0x06064b50, 44, 45, 45, 0, 0, count, count, size, start))
        f.write(struct.pack('<IIQI', 0x07064b50, 0, end, 1))
        f.write(struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, 0xffff, 0xffff, 0xffffffff, 0xffffffff, 0))
      """
    let files = try await made("100000.zip", script)
    #expect(files.files.count == 100_000)
    #expect(files.files.last?.path == "0099999")
    await #expect(throws: ArrivalError.tooMany(limit: 1_000_000)) {
      _ = try await made("1000001.zip", script)
    }
  }

  @Test("keeps the last of two files with one path")
  func twice() async throws {
    let files = try await made(
      "a.tar",
      """
      with tarfile.open(path, 'w') as t:
        for d in [b'old', b'new']: i = tarfile.TarInfo('a'); i.size = 3; t.addfile(i, io.BytesIO(d))
      """)
    #expect(try texts(files) == ["a": "new"])
    #expect(files.passedOver.kinds.map(\.reason) == [.sameName])
  }

  @Test("is nothing that cannot be read")
  func missing() throws {
    #expect(throws: FileError.self) { try ArrivalSource.open("/nowhere/at/all") }
    #expect(throws: FileError.self) { try ArrivalSource.open("/dev/null") }
  }

  @Test("is listed in the order of its paths' bytes, and found by its path")
  func list() {
    let paths = ["b", "a/b/c", "a/b", "a b/c", "é", "e\u{301}", "a/b.txt", "ab/c"]
    let list = FileList(paths.map { ArrivalFile(path: $0, size: $0 == "b" ? 3 : nil) })
    let sorted = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(list.map { Array($0.path.utf8) } == sorted.map { Array($0.utf8) })
    for path in paths {
      let index = list.index(ofPath: path)
      #expect(index.map { Array(list[$0].path.utf8) } == Array(path.utf8))
    }
    #expect(list.index(ofPath: "a") == nil && list.index(ofPath: "c") == nil)
    #expect(list.last { $0.size != nil }?.path == "b" && list.allSatisfy { $0.modified == nil })
  }
}
