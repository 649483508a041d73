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

/// What works on every byte, coefficient or pixel of a photo, or through the 600,000 rounds of a PIN,
/// is optimized in debug builds too, where it would else take most of the tests' time. Tests that look
/// into such a target still can.
let hotSettings = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

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

let cSettings: [CSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "daystamp",
  products: [
    .executable(name: "daystamp", targets: ["daystamp"]),
    .executable(name: "daystamp-server", targets: ["daystamp-server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", .upToNextMinor(from: "0.6.0")),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    // The server's alone: nothing that daystamp is built of needs them.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    .target(name: "CLibraries", path: "Sources/C/CLibraries", cSettings: cSettings),
    .target(name: "CGD", dependencies: ["CLibraries"], path: "Sources/C/CGD", cSettings: cSettings),
    .target(
      name: "CHEIF", dependencies: ["CLibraries"], path: "Sources/C/CHEIF", cSettings: cSettings),
    .target(name: "CJPEG", path: "Sources/C/CJPEG", cSettings: cSettings),
    .target(
      name: "CPNG", dependencies: ["CLibraries"], path: "Sources/C/CPNG", cSettings: cSettings),
    .target(
      name: "CTIFF", dependencies: ["CLibraries"], path: "Sources/C/CTIFF", cSettings: cSettings),
    .target(
      name: "CWebP", dependencies: ["CLibraries"], path: "Sources/C/CWebP", cSettings: cSettings),
    .target(
      name: "CMarkGFM", dependencies: ["CLibraries"], path: "Sources/C/CMarkGFM",
      cSettings: cSettings),
    .systemLibrary(
      name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CFiles", path: "Sources/C/CFiles", cSettings: cSettings),
    .target(
      name: "CCommit",
      path: "Sources/C/CCommit",
      cSettings: cSettings
        + (packagedCommit.map { [.define("DAYSTAMP_COMMIT", to: "\"\($0)\"")] } ?? [])),
    .target(
      name: "CFIDO2", dependencies: ["CLibraries"], path: "Sources/C/CFIDO2", cSettings: cSettings),
    .target(
      name: "CFontconfig", dependencies: ["CLibraries"], path: "Sources/C/CFontconfig",
      cSettings: cSettings),
    .target(
      name: "CICU", dependencies: ["CLibraries"], path: "Sources/C/CICU", cSettings: cSettings),
    // FreeType too: a face that is opened with the one is handed to the other.
    .systemLibrary(
      name: "CRaqm", path: "Sources/C/CRaqm", pkgConfig: "raqm", providers: [.apt(["libraqm-dev"])]),
    .target(
      name: "Raster",
      dependencies: [
        "CFontconfig", "CGD", "CHEIF", "CICU", "CJPEG", "CPNG", "CRaqm", "CTIFF", "CWebP",
        "Formats",
      ],
      path: "Sources/Photo/Raster", swiftSettings: hotSettings),
    .target(name: "CSandbox", path: "Sources/C/CSandbox", cSettings: cSettings),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/C/CSeccomp", pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]),
    .target(
      name: "Decoding", dependencies: ["CSandbox", "CSeccomp", "Formats", "Raster"],
      path: "Sources/Photo/Decoding", swiftSettings: settings),
    .systemLibrary(
      name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "Files",
      dependencies: ["CFiles", .product(name: "SystemPackage", package: "swift-system")],
      path: "Sources/Ground/Files", swiftSettings: settings),
    .target(
      name: "Formats", dependencies: ["CExpat", "CZlib"], path: "Sources/Ground/Formats",
      swiftSettings: hotSettings),
    .target(
      name: "JPEGSplice", dependencies: ["Formats"], path: "Sources/Photo/JPEGSplice",
      swiftSettings: hotSettings),
    .target(
      name: "AnimationSplice", dependencies: ["Formats", "JPEGSplice", "Raster"],
      path: "Sources/Photo/AnimationSplice", swiftSettings: hotSettings),
    .target(
      name: "CaptureTime", dependencies: ["Formats"], path: "Sources/Photo/CaptureTime",
      swiftSettings: settings),
    .target(
      name: "PhotoFacts",
      dependencies: [
        "Files", "Formats", "TextDisplay",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Photo/PhotoFacts", swiftSettings: hotSettings),
    .target(
      name: "Fonts",
      path: "Fonts",
      exclude: ["README.md", "Licences", "make-web-fonts"],
      resources: [.copy("Faces")],
      swiftSettings: settings),
    .target(
      name: "Stamping",
      dependencies: [
        "AnimationSplice", "CaptureTime", "Files", "Filters", "Fonts", "Formats", "JPEGSplice",
        "Hashing",
        "PhotoFacts", "Raster",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Photo/Stamping", swiftSettings: settings),
    .target(
      name: "Cards", dependencies: ["Fonts", "Formats", "Raster"], path: "Sources/Photo/Cards",
      swiftSettings: hotSettings),
    .target(name: "Filters", path: "Sources/Photo/Filters", swiftSettings: hotSettings),
    .target(name: "Hashing", path: "Sources/Ground/Hashing", swiftSettings: hotSettings),
    .target(
      name: "Store",
      dependencies: [
        "CaptureTime", "Files", "Hashing",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Journal/Store", swiftSettings: settings),
    .target(
      name: "Texts",
      dependencies: [
        "CaptureTime", "CExpat", "Files", "Hashing", "Store",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Journal/Texts", swiftSettings: hotSettings),
    .target(
      name: "People",
      dependencies: [
        "CaptureTime", "Files", "Store", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Journal/People", swiftSettings: hotSettings),
    .target(
      name: "Reminders",
      dependencies: [
        "CaptureTime", "Files", "Store", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Journal/Reminders", swiftSettings: settings),
    .target(
      name: "WebPush", dependencies: ["Files", .product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/Web/WebPush", swiftSettings: settings),
    .target(
      name: "WebAuthn",
      dependencies: [
        "Files", "Hashing",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources/Web/WebAuthn", swiftSettings: settings),
    .target(
      name: "SecurityKeys", dependencies: ["CFIDO2", "Hashing"],
      path: "Sources/Journal/SecurityKeys", swiftSettings: settings),
    // How reminders reach people: requests over the network, mail, the desktop.
    .target(
      name: "Sending",
      dependencies: [
        "Files", "WebPush", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Journal/Sending", swiftSettings: settings),
    .target(
      name: "Journal",
      dependencies: [
        "Cards", "CaptureTime", "Files", "Formats", "Hashing", "Markup", "People", "Raster",
        "Reminders", "Sending", "Stamping", "Store", "Texts", "WebPush",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Journal/Journal", swiftSettings: settings),
    .target(name: "TextDisplay", path: "Sources/Ground/TextDisplay", swiftSettings: settings),
    .target(
      name: "Markup", dependencies: ["CMarkGFM", "TextDisplay"], path: "Sources/Journal/Markup",
      swiftSettings: settings),
    .target(
      name: "Wording",
      dependencies: [
        "CaptureTime", "Cards", "Files", "Fonts", "Formats", "Journal", "JPEGSplice", "People",
        "PhotoFacts", "Raster", "Reminders", "SecurityKeys", "Sending", "Stamping", "Store",
        "TextDisplay", "Texts", "WebPush",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Ground/Wording", swiftSettings: settings),
    .target(
      name: "Shell",
      dependencies: [
        "CaptureTime", "CCommit", "Files", "Journal", "Raster", "Stamping", "Store", "TextDisplay",
        "Texts", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      path: "Sources/Commands/Shell", swiftSettings: settings),
    .executableTarget(
      name: "daystamp",
      dependencies: [
        "Cards", "CaptureTime", "Decoding", "Files", "Filters", "Fonts", "Formats", "Journal",
        "Hashing",
        "Markup", "People", "PhotoFacts", "Raster", "Reminders", "SecurityKeys", "Sending",
        "Shell", "Stamping", "Store", "TextDisplay", "Texts", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Commands/daystamp", swiftSettings: settings, linkerSettings: startSettings),

    // Requests of the server's own to others.
    .target(
      name: "WebExchange",
      dependencies: [
        "Sending",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Sources/Web/WebExchange", swiftSettings: settings),
    .target(
      name: "OpenIDConnect",
      dependencies: [
        "Files", "Hashing", "Sending", "WebExchange",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ],
      path: "Sources/Web/OpenIDConnect", swiftSettings: settings),
    .target(
      name: "JournalServer",
      dependencies: [
        "Cards", "CaptureTime", "Files", "Filters", "Fonts", "Formats", "Journal", "Hashing",
        "Markup", "OpenIDConnect", "People", "QR", "Raster", "Reminders", "Sending", "Stamping",
        "Store", "TextDisplay", "Texts", "WebAuthn", "WebPush", "Wording",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Web/JournalServer", resources: [.copy("Assets")],
      swiftSettings: settings),
    .systemLibrary(
      name: "CQREncode", path: "Sources/C/CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"])]),
    .target(
      name: "QR", dependencies: ["CQREncode"], path: "Sources/Web/QR", swiftSettings: settings),
    .executableTarget(
      name: "daystamp-server",
      dependencies: [
        "CaptureTime", "Decoding", "Files", "Fonts", "Journal", "JournalServer",
        "OpenIDConnect", "QR", "Raster", "Shell", "Store", "TextDisplay", "WebExchange", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Commands/daystamp-server", swiftSettings: settings,
      linkerSettings: startSettings),
    .executableTarget(
      name: "JournalQueries",
      dependencies: [
        "CaptureTime", "Journal", "Store", "Texts",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/JournalQueries", swiftSettings: settings),
    .executableTarget(
      name: "KeyDerivationTime", dependencies: ["Hashing"],
      path: "Benchmarks/KeyDerivationTime", swiftSettings: settings),
    .executableTarget(
      name: "PeopleTime",
      dependencies: [
        "CaptureTime", "People", "Store",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/PeopleTime", swiftSettings: settings),
    .executableTarget(
      name: "ThumbnailTime",
      dependencies: [
        "Raster", "Stamping", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/ThumbnailTime", swiftSettings: settings),
    .executableTarget(
      name: "CardTime", dependencies: ["Cards", "Fonts", "Formats"], path: "Benchmarks/CardTime",
      swiftSettings: settings),
    .executableTarget(
      name: "FilterTime", dependencies: ["Filters"], path: "Benchmarks/FilterTime",
      swiftSettings: settings),
    .executableTarget(
      name: "DecodingTime",
      dependencies: [
        "CaptureTime", "Decoding", "Fonts", "Formats", "Raster", "Stamping",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/DecodingTime", swiftSettings: settings),

    .target(
      name: "TestSupport",
      dependencies: [
        "Formats", "Raster",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Support/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "FontsTests", dependencies: ["Fonts", "TestSupport"], path: "Tests/Photo/FontsTests",
      swiftSettings: settings),
    .testTarget(
      name: "TextDisplayTests", dependencies: ["TestSupport", "TextDisplay"],
      path: "Tests/Ground/TextDisplayTests", swiftSettings: settings),
    .testTarget(
      name: "MarkupTests", dependencies: ["Markup", "TestSupport"],
      path: "Tests/Journal/MarkupTests", swiftSettings: settings),
    .testTarget(
      name: "FilesTests",
      dependencies: [
        "Files", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Ground/FilesTests", swiftSettings: settings),
    .testTarget(
      name: "RasterTests", dependencies: ["CLibraries", "Formats", "Raster", "TestSupport"],
      path: "Tests/Photo/RasterTests", swiftSettings: settings),
    // Decodes as the programs do, but does harm where a photo's bytes tell it to.
    .executableTarget(
      name: "MisbehavingDecoder", dependencies: ["Decoding", "Formats", "Raster"],
      path: "Tests/Photo/MisbehavingDecoder", swiftSettings: settings),
    .testTarget(
      name: "DecodingTests",
      dependencies: [
        "Decoding", "Formats", "MisbehavingDecoder", "Raster", "TestSupport",
      ],
      path: "Tests/Photo/DecodingTests", swiftSettings: settings),
    .testTarget(
      name: "JPEGSpliceTests", dependencies: ["Formats", "JPEGSplice", "TestSupport"],
      path: "Tests/Photo/JPEGSpliceTests", swiftSettings: settings),
    .testTarget(
      name: "AnimationSpliceTests",
      dependencies: ["AnimationSplice", "Formats", "JPEGSplice", "Raster", "TestSupport"],
      path: "Tests/Photo/AnimationSpliceTests", swiftSettings: settings),
    .testTarget(
      name: "FormatsTests", dependencies: ["Formats", "TestSupport"],
      path: "Tests/Ground/FormatsTests", swiftSettings: settings),
    .testTarget(
      name: "CaptureTimeTests", dependencies: ["CaptureTime", "Formats", "TestSupport"],
      path: "Tests/Photo/CaptureTimeTests", swiftSettings: settings),
    .testTarget(
      name: "PhotoFactsTests",
      dependencies: [
        "Files", "Formats", "PhotoFacts", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Photo/PhotoFactsTests", swiftSettings: settings),
    .testTarget(
      name: "StampingTests",
      dependencies: [
        "CaptureTime", "Decoding", "Files", "Filters", "Fonts", "Formats", "JPEGSplice",
        "MisbehavingDecoder",
        "Raster", "Stamping", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Photo/StampingTests", swiftSettings: settings),
    .testTarget(
      name: "CardsTests",
      dependencies: ["Cards", "Fonts", "Formats", "Raster", "TestSupport"],
      path: "Tests/Photo/CardsTests", swiftSettings: settings),
    .testTarget(
      name: "FiltersTests", dependencies: ["Filters", "Formats", "Raster", "TestSupport"],
      path: "Tests/Photo/FiltersTests", swiftSettings: settings),
    .testTarget(
      name: "HashingTests", dependencies: ["Hashing", "TestSupport"],
      path: "Tests/Ground/HashingTests", swiftSettings: settings),
    .target(
      name: "JournalSupport",
      dependencies: [
        "CaptureTime", "Files", "Fonts", "Journal", "Raster", "Stamping", "Store", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Support/JournalSupport",
      swiftSettings: settings),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "CaptureTime", "Files", "Journal", "JournalSupport", "Hashing", "Store",
        "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Journal/StoreTests", swiftSettings: settings),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "CaptureTime", "Files", "Formats", "Journal", "JournalSupport", "People", "Raster",
        "Reminders", "Sending", "Stamping", "Store", "TestSupport", "Texts", "Wording",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Journal/JournalTests", swiftSettings: settings),
    .testTarget(
      name: "TextsTests",
      dependencies: [
        "CaptureTime", "Files", "Store", "TestSupport", "Texts",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Journal/TextsTests", swiftSettings: settings),
    .testTarget(
      name: "PeopleTests",
      dependencies: [
        "CaptureTime", "People", "Store", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Journal/PeopleTests", swiftSettings: settings),
    .testTarget(
      name: "RemindersTests",
      dependencies: [
        "CaptureTime", "Reminders", "Store", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Journal/RemindersTests", swiftSettings: settings),
    .testTarget(
      name: "WebPushTests",
      dependencies: [
        "Files", "TestSupport", "WebPush",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Tests/Web/WebPushTests", swiftSettings: settings),
    .target(
      name: "SoftwareAuthenticator",
      dependencies: [
        "WebAuthn",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Tests/Support/SoftwareAuthenticator",
      swiftSettings: settings),
    .testTarget(
      name: "SecurityKeysTests",
      dependencies: [
        "CFIDO2", "SecurityKeys", "SoftwareAuthenticator", "WebAuthn",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Tests/Journal/SecurityKeysTests", swiftSettings: settings),
    .testTarget(
      name: "WebAuthnTests",
      dependencies: [
        "CFIDO2", "Files", "SoftwareAuthenticator", "TestSupport", "WebAuthn",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Tests/Web/WebAuthnTests", swiftSettings: settings),
    .testTarget(
      name: "SendingTests",
      dependencies: [
        "Files", "Sending", "TestSupport", "WebPush",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Journal/SendingTests", swiftSettings: settings),
    .testTarget(
      name: "OpenIDConnectTests",
      dependencies: [
        "Files", "OpenIDConnect", "Sending", "TestSupport", "WebExchange",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ],
      path: "Tests/Web/OpenIDConnectTests", swiftSettings: settings),
    .testTarget(
      name: "WordingTests",
      dependencies: [
        "CaptureTime", "Cards", "Files", "Fonts", "Formats", "Journal", "JPEGSplice", "People",
        "PhotoFacts",
        "Raster", "Reminders", "SecurityKeys", "Sending", "Stamping", "Store", "TestSupport",
        "TextDisplay", "Texts", "WebPush", "Wording",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Ground/WordingTests", swiftSettings: settings),
    .testTarget(
      name: "JournalServerTests",
      dependencies: [
        "CaptureTime", "Files", "Filters", "Fonts", "Formats", "Journal", "JournalServer",
        "JournalSupport", "JPEGSplice", "Markup", "OpenIDConnect", "People", "QR", "Raster",
        "Reminders", "Sending", "SoftwareAuthenticator", "Stamping", "Store", "TestSupport",
        "Texts", "WebAuthn", "WebExchange", "WebPush", "Wording",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Web/JournalServerTests", swiftSettings: settings),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Files", "Shell", "TestSupport", "TextDisplay", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Commands/ShellTests", swiftSettings: settings),
    .testTarget(
      name: "DaystampTests",
      dependencies: [
        "CaptureTime", "daystamp", "Files", "Formats", "Journal", "People", "Raster", "Shell",
        "Stamping", "Store", "TestSupport", "TextDisplay", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Commands/DaystampTests", swiftSettings: settings),
    .testTarget(
      name: "DaystampServerTests",
      dependencies: [
        "daystamp", "daystamp-server", "Files", "Journal", "Shell", "Store", "TestSupport",
        "TextDisplay",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Commands/DaystampServerTests", swiftSettings: settings),
  ]
)
