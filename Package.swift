// swift-tools-version: 6.2

import PackageDescription

/// On the build server warnings are errors. This is a setting and not a flag of the build, so that
/// the README's commands, which give no flags, use the same build.
let warningsAreErrors = Context.environment["CI"] != nil

/// Every Swift target is built with these; the language mode is Swift 6 by the tools version.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// For code that loops over every byte, coefficient or pixel of a photo, or over the 600,000 rounds of
/// a PIN: optimized in every build, or it would take most of the tests' time. The flag is the
/// frontend's, which wins over the driver's `-Onone` of the tests' build.
let hotSettings = settings + [.unsafeFlags(["-Xfrontend", "-O"])]

/// The commit that ./package builds a package of; nil in every other build.
let packagedCommit = Context.environment["DAYSTAMP_COMMIT"]

/// A package's programs are linked by a linker that makes them smaller; all else is built as ever.
let packageSettings: [LinkerSetting] =
  packagedCommit == nil
  ? []
  : [
    .unsafeFlags(
      ["-use-ld=\(Context.packageDirectory)/Packaging/link"], .when(configuration: .release))
  ]

/// A release links Swift's own libraries into the program. As shared libraries they take three times as
/// long to load as everything that `daystamp --version` does besides: their symbols refer to each other
/// by the ten thousand. The names are those of Foundation's parts, in the order of their use; symbols
/// of the program are for nobody else. (`--static-swift-stdlib` does the same, for every target.)
let startSettings: [LinkerSetting] =
  [
    .unsafeFlags(
      [
        "-static-stdlib", "-lFoundation", "-lCoreFoundation", "-lFoundationInternationalization",
        "-lFoundationEssentials", "-l_FoundationICU", "-l_FoundationCollections",
        "-l_FoundationCShims", "-Xlinker", "--no-export-dynamic",
      ], .when(configuration: .release))
  ] + packageSettings

let cFlags: [CSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

/// A library is one target, and which floor it is on, so is its folder: `Sources/FLOOR/NAME`.
extension Target {
  static func swift(
    _ name: String, on floor: String, _ dependencies: [Dependency], isHot: Bool = false
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)",
      swiftSettings: isHot ? hotSettings : settings)
  }

  static func c(_ name: String, _ dependencies: [Dependency] = [], _ more: [CSetting] = [])
    -> Target
  {
    .target(
      name: name, dependencies: dependencies, path: "Sources/C/\(name)",
      cSettings: cFlags + more)
  }

  /// A library that is linked as pkg-config says.
  static func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(
      name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
  }

  static func testSupport(_ name: String, on floor: String, _ dependencies: [Dependency]) -> Target
  {
    .target(
      name: name, dependencies: dependencies, path: "Tests/\(floor)/\(name)",
      swiftSettings: settings)
  }

  static func tests(_ name: String, on floor: String, _ dependencies: [Dependency]) -> Target {
    .testTarget(
      name: name, dependencies: dependencies, path: "Tests/\(floor)/\(name)",
      swiftSettings: settings)
  }
}

extension Target.Dependency {
  /// A product that only the journal and its server use. Without the trait SwiftPM does not fetch its
  /// package, so the first command fetches three packages and not thirty.
  static func journal(_ product: String, of package: String) -> Self {
    .product(name: product, package: package, condition: .when(traits: ["Journal"]))
  }
}

let package = Package(
  name: "daystamp",
  products: [
    .executable(name: "daystamp", targets: ["daystamp"]),
    .executable(name: "daystamp-server", targets: ["daystamp-server"]),
  ],
  traits: [
    .default(enabledTraits: ["Journal"]),
    .trait(
      name: "Journal",
      description:
        "The journal's commands; without them daystamp stamps photos, and is built sooner."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    // The server's alone: nothing that daystamp is built of needs them.
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
  ],
  targets: [
    // C: a library each, or what Swift cannot import.
    // The first three have a submodule for each library or task that they wrap: a Swift file imports
    // CCodecs.GD. (CSystem would be the name of a target of swift-system, too, which SwiftPM refuses.)
    .c("CLinux"),
    .c("CCodecs", ["CLinux"]),
    .c("CText", ["CLinux"]),
    .c("CRaw"),
    .c("CArchive", ["CLinux"]),
    .c("CMarkGFM", ["CLinux"]),
    .c("CHTML", ["CLinux"], [.unsafeFlags(["-I/usr/include/libxml2"])]),
    .c("CFIDO2", ["CLinux"]),
    // Optimized in debug builds too, as what calls it is.
    .c("CHashing", [], [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    // Not in CLinux: a Swift target is compiled anew whenever an object file of the C below it is, and
    // another commit would then compile nearly everything again.
    .c("CCommit", [], packagedCommit.map { [.define("DAYSTAMP_COMMIT", to: "\"\($0)\"")] } ?? []),
    // FreeType too: a face that is opened with the one is handed to the other. Not in CText, for only the
    // flags of pkg-config find FreeType's headers, and only a system library may ask for them.
    .system("CRaqm", "raqm", "libraqm-dev"),
    .system("CSeccomp", "libseccomp", "libseccomp-dev"),
    .system("CExpat", "expat", "libexpat1-dev"),
    .system("CZlib", "zlib", "zlib1g-dev"),
    .system("CQREncode", "libqrencode", "libqrencode-dev"),

    // Ground: bytes, files and text.
    .swift("Wording", on: "Ground", [.product(name: "SystemPackage", package: "swift-system")]),
    .swift(
      "Files", on: "Ground",
      ["CLinux", "Wording", .product(name: "SystemPackage", package: "swift-system")]),
    .swift("Formats", on: "Ground", ["CExpat", "CZlib", "Wording"], isHot: true),
    .swift("Hashing", on: "Ground", ["CHashing"], isHot: true),

    // Photo: one photo, and a batch of them.
    .target(
      name: "Places",
      dependencies: [
        "Files", "Formats", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Photo/Places",
      exclude: ["make-zone-table"],
      resources: [.copy("Zones")],
      swiftSettings: hotSettings),
    .swift("CaptureTime", on: "Photo", ["Formats", "Places", "Wording"]),
    .swift(
      "PhotoFacts", on: "Photo",
      [
        "Files", "Formats", "Places", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      isHot: true),
    .swift(
      "Tracks", on: "Photo",
      [
        "CaptureTime", "Files", "Formats", "Places", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      isHot: true),
    .swift("JPEGSplice", on: "Photo", ["Formats", "Wording"], isHot: true),
    .swift(
      "Raster", on: "Photo",
      [
        "CCodecs", "CRaqm", "CRaw", "CText", "Formats", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ], isHot: true),
    .swift("AnimationSplice", on: "Photo", ["Formats", "JPEGSplice", "Raster"], isHot: true),
    .swift("Filters", on: "Photo", [], isHot: true),
    .swift("Decoding", on: "Photo", ["CLinux", "CSeccomp", "Formats", "Raster"]),
    .target(
      name: "Fonts",
      dependencies: ["Wording"],
      path: "Fonts",
      exclude: ["README.md", "Licences", "make-web-fonts"],
      resources: [.copy("Faces")],
      swiftSettings: settings),
    .swift(
      "Stamping", on: "Photo",
      [
        "AnimationSplice", "CaptureTime", "Files", "Filters", "Fonts", "Formats", "Hashing",
        "JPEGSplice", "PhotoFacts", "Places", "Raster", "Tracks", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift("Cards", on: "Photo", ["Fonts", "Formats", "Raster", "Wording"], isHot: true),

    // Journal: a person's years.
    .swift(
      "Store", on: "Journal",
      [
        "CLinux", "CaptureTime", "Files", "Hashing", "Wording",
        .journal("GRDB", of: "GRDB.swift"), .journal("GRDBSQLite", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift(
      "Texts", on: "Journal",
      [
        "CaptureTime", "Files", "Formats", "Hashing", "Store", "Wording",
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift(
      "People", on: "Journal",
      ["CaptureTime", "Files", "Store", "Wording", .journal("GRDB", of: "GRDB.swift")]),
    .swift(
      "Reminders", on: "Journal",
      ["CaptureTime", "Files", "Hashing", "Store", "Wording", .journal("GRDB", of: "GRDB.swift")]),
    .swift(
      "Sending", on: "Journal",
      [
        "Files", "Wording", .journal("Subprocess", of: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift("SecurityKeys", on: "Journal", ["CFIDO2", "Hashing", "Wording"]),
    .swift("Markup", on: "Journal", ["CMarkGFM", "Wording"]),
    .swift(
      "Arrivals", on: "Journal",
      [
        "CArchive", "CHTML", "CaptureTime", "Files", "Formats", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ], isHot: true),
    .swift(
      "Journal", on: "Journal",
      [
        "Arrivals", "CArchive", "CaptureTime", "Cards", "Files", "Formats", "Hashing", "Markup",
        "People", "Places", "Raster", "Reminders", "Sending", "Stamping", "Store", "Texts",
        "Wording",
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),

    // Web: the server's alone, with the packages that only it is built of.
    .swift(
      "WebPush", on: "Web",
      ["Sending", "Files", "Wording", .journal("Crypto", of: "swift-crypto")]),
    .swift(
      "WebAuthn", on: "Web",
      [
        "Files", "Hashing", .journal("Crypto", of: "swift-crypto"),
        .journal("CryptoExtras", of: "swift-crypto"),
      ]),
    .swift(
      "OpenIDConnect", on: "Web",
      [
        .journal("NIOSSL", of: "swift-nio-ssl"),
        .journal("NIOHTTP1", of: "swift-nio"),
        .journal("NIOCore", of: "swift-nio"),
        .journal("AsyncHTTPClient", of: "async-http-client"),
        "Files", "Hashing", "Sending", .journal("Crypto", of: "swift-crypto"),
        .journal("JWTKit", of: "jwt-kit"),
      ]),
    .target(
      name: "JournalServer",
      dependencies: [
        "Arrivals", "CQREncode",
        "CaptureTime", "Cards", "Files", "Filters", "Fonts", "Formats", "Hashing", "Journal",
        "Markup", "OpenIDConnect", "People", "Places", "Raster", "Reminders", "Sending",
        "Stamping", "Store", "Texts", "WebAuthn", "WebPush", "Wording",
        .journal("Crypto", of: "swift-crypto"),
        .journal("HTTPTypes", of: "swift-http-types"),
        .journal("Hummingbird", of: "hummingbird"),
        .journal("HummingbirdCore", of: "hummingbird"),
        .journal("Logging", of: "swift-log"),
        .journal("Mustache", of: "swift-mustache"),
        .journal("NIOCore", of: "swift-nio"),
        .journal("NIOHTTP2", of: "swift-nio-http2"),
        .journal("NIOHTTPTypes", of: "swift-nio-extras"),
        .journal("NIOHTTPTypesHTTP2", of: "swift-nio-extras"),
        .journal("NIOPosix", of: "swift-nio"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Web/JournalServer",
      resources: [.copy("Assets")],
      swiftSettings: settings),

    // Commands: parse, call, print.
    .swift(
      "Shell", on: "Commands",
      [
        "CaptureTime", "CCommit", "Files", "Fonts", "Raster", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ]),
    .swift(
      "JournalShell", on: "Commands",
      [
        "CaptureTime", "Files", "Journal", "Reminders", "Shell", "Store", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift(
      "PhotoCommands", on: "Commands",
      [
        "CaptureTime", "Decoding", "Files", "Filters", "Fonts", "Formats", "PhotoFacts", "Places",
        "Raster", "Shell", "Stamping", "Tracks", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift(
      "JournalCommands", on: "Commands",
      [
        "Arrivals", "CaptureTime", "Cards", "Decoding", "Files", "Fonts", "Formats", "Hashing",
        "Journal", "JournalShell", "Markup", "People", "PhotoCommands", "Raster",
        "Reminders", "SecurityKeys", "Sending", "Shell", "Stamping", "Store", "Texts", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .swift(
      "ServerCommands", on: "Commands",
      [
        "CaptureTime", "Decoding", "Files", "Fonts", "Journal", "JournalServer", "JournalShell",
        "OpenIDConnect", "Places", "Raster", "Reminders", "Sending", "Shell", "Store", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .journal("Crypto", of: "swift-crypto"),
        .journal("Hummingbird", of: "hummingbird"),
        .journal("HummingbirdCore", of: "hummingbird"),
        .journal("Logging", of: "swift-log"),
        .journal("NIOCore", of: "swift-nio"),
        .journal("NIOSSL", of: "swift-nio-ssl"),
        .journal("NIOTLS", of: "swift-nio"),
        .journal("ServiceLifecycle", of: "swift-service-lifecycle"),
        .journal("SwiftASN1", of: "swift-asn1"),
        .product(name: "SystemPackage", package: "swift-system"),
        .journal("UnixSignals", of: "swift-service-lifecycle"),
        .journal("X509", of: "swift-certificates"),
      ]),
    .executableTarget(
      name: "daystamp",
      dependencies: [
        "PhotoCommands",
        .target(name: "JournalCommands", condition: .when(traits: ["Journal"])),
      ],
      path: "Sources/Commands/daystamp", swiftSettings: settings, linkerSettings: startSettings),
    .executableTarget(
      name: "daystamp-server", dependencies: ["ServerCommands"],
      path: "Sources/Commands/daystamp-server", swiftSettings: settings,
      linkerSettings: startSettings),

    // What the scripts of Benchmarks measure inside one process.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Cards", "CaptureTime", "Decoding", "Files", "Filters", "Fonts", "Formats", "Hashing",
        "Journal", "People", "Places", "Raster", "Stamping", "Store", "Texts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/Programs", swiftSettings: settings),

    // What tests share.
    .testSupport(
      "TestSupport", on: "Support",
      [
        "Formats", "Raster", .journal("Subprocess", of: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testSupport(
      "JournalSupport", on: "Support",
      [
        "CaptureTime", "Files", "Fonts", "Journal", "Raster", "Stamping", "Store", "TestSupport",
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testSupport(
      "SoftwareAuthenticator", on: "Support",
      [
        "WebAuthn", .journal("Crypto", of: "swift-crypto"),
        .journal("CryptoExtras", of: "swift-crypto"),
      ]),
    // Decodes as the programs do, but does harm where a photo's bytes tell it to.
    .executableTarget(
      name: "MisbehavingDecoder", dependencies: ["Decoding", "Formats", "Raster"],
      path: "Tests/Photo/MisbehavingDecoder", swiftSettings: settings),

    .testTarget(
      name: "GroundTests",
      dependencies: [
        "Files", "Formats", "Hashing", "TestSupport", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Ground", swiftSettings: settings),
    .tests(
      "CaptureTimeTests", on: "Photo",
      [
        "CaptureTime", "Files", "Formats", "PhotoFacts", "Places", "TestSupport", "Tracks",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "SpliceTests", on: "Photo",
      ["AnimationSplice", "Formats", "JPEGSplice", "Raster", "TestSupport"]),
    .tests(
      "RasterTests", on: "Photo",
      [
        "Cards", "CLinux", "Decoding", "Filters", "Fonts", "Formats", "MisbehavingDecoder",
        "Raster", "TestSupport",
      ]),
    .tests(
      "StampingTests", on: "Photo",
      [
        "CaptureTime", "Decoding", "Files", "Filters", "Fonts", "Formats", "JPEGSplice",
        "MisbehavingDecoder", "PhotoFacts", "Places", "Raster", "Stamping", "TestSupport",
        "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "StoreTests", on: "Journal",
      [
        "CaptureTime", "Files", "Hashing", "Journal", "JournalSupport", "Store", "TestSupport",
        .journal("GRDB", of: "GRDB.swift"), .journal("GRDBSQLite", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "AreaTests", on: "Journal",
      [
        "CaptureTime", "Files", "Markup", "People", "Reminders", "Store", "TestSupport", "Texts",
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "ArrivalsTests", on: "Journal",
      [
        "Arrivals", "CaptureTime", "Files", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "JournalTests", on: "Journal",
      [
        "Arrivals", "CaptureTime", "Files", "Formats", "Journal", "JournalSupport", "People",
        "Raster", "Reminders", "Sending", "Stamping", "Store", "TestSupport", "Texts", "Wording",
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "ReachTests", on: "Web",
      [
        "CFIDO2", "Files", "OpenIDConnect", "SecurityKeys", "Sending", "SoftwareAuthenticator",
        "TestSupport", "WebAuthn", "WebPush",
        .journal("Crypto", of: "swift-crypto"),
        .journal("CryptoExtras", of: "swift-crypto"),
        .journal("JWTKit", of: "jwt-kit"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "JournalServerTests", on: "Web",
      [
        "CaptureTime", "Files", "Filters", "Fonts", "Formats", "Journal", "JournalServer",
        "JournalSupport", "JPEGSplice", "Markup", "OpenIDConnect", "People", "Raster",
        "Reminders", "Sending", "SoftwareAuthenticator", "Stamping", "Store", "TestSupport",
        "Texts", "WebAuthn", "WebPush", "Wording",
        .journal("HTTPTypes", of: "swift-http-types"),
        .journal("Hummingbird", of: "hummingbird"),
        .journal("HummingbirdTesting", of: "hummingbird"),
        .journal("Logging", of: "swift-log"),
        .journal("NIOCore", of: "swift-nio"),
        .journal("NIOEmbedded", of: "swift-nio"),
        .journal("NIOHTTPTypes", of: "swift-nio-extras"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "WordingTests", on: "Commands",
      [
        "Shell", "ServerCommands", "JournalServer", "JournalCommands",
        "Arrivals", "CaptureTime", "Cards", "Files", "Fonts", "Formats", "Journal", "JPEGSplice",
        "People", "PhotoFacts", "Places", "Raster", "Reminders", "SecurityKeys", "Sending",
        "Stamping",
        "Store", "TestSupport", "Texts", "Tracks", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "CommandTests", on: "Commands",
      [
        "CaptureTime", "Files", "Formats", "Journal", "JournalCommands", "People", "PhotoCommands",
        "Raster", "Shell", "Stamping", "Store", "TestSupport", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .journal("GRDB", of: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .tests(
      "ServerCommandTests", on: "Commands",
      [
        "Files", "Journal", "ServerCommands", "Shell", "Store", "TestSupport", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
  ]
)
