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

let cSettings: [CSetting] = warningsAreErrors ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "daystamp",
  products: [
    .executable(name: "daystamp", targets: ["daystamp"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "CGD", cSettings: cSettings),
    .target(name: "CJPEG", cSettings: cSettings),
    .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
    .target(name: "Raster", dependencies: ["CGD", "CHEIF", "CJPEG"], swiftSettings: settings),
    .target(name: "JPEGSplice", swiftSettings: settings),
    .target(name: "PhotoFile", dependencies: ["JPEGSplice"], swiftSettings: settings),
    .target(name: "CaptureTime", dependencies: ["PhotoFile"], swiftSettings: settings),
    .target(
      name: "Fonts",
      path: "Fonts",
      exclude: ["README.md", "Licences"],
      resources: [.copy("Faces")],
      swiftSettings: settings),
    .target(
      name: "Stamping",
      dependencies: [
        "CaptureTime", "Fonts", "JPEGSplice", "PhotoFile", "Raster",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    // Optimized in debug builds too: every PIN that a test tries takes 600,000 iterations, which would
    // be seconds. Tests that look into the target still can.
    .target(
      name: "KeyDerivation",
      swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(
      name: "Journal",
      dependencies: [
        "CaptureTime", "KeyDerivation", "PhotoFile", "Stamping",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "Shell",
      dependencies: [
        "CaptureTime", "Fonts", "JPEGSplice", "Journal", "PhotoFile", "Raster", "Stamping",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "daystamp",
      dependencies: [
        "CaptureTime", "Fonts", "Journal", "KeyDerivation", "PhotoFile", "Raster", "Shell",
        "Stamping",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "JournalQueries",
      dependencies: [
        "CaptureTime", "Journal", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Benchmarks/JournalQueries", swiftSettings: settings),
    .executableTarget(
      name: "KeyDerivationTime", dependencies: ["KeyDerivation"],
      path: "Benchmarks/KeyDerivationTime", swiftSettings: settings),
    .executableTarget(
      name: "ThumbnailTime",
      dependencies: ["Stamping", .product(name: "SystemPackage", package: "swift-system")],
      path: "Benchmarks/ThumbnailTime", swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["Raster"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "FontsTests", dependencies: ["Fonts", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "RasterTests", dependencies: ["Raster", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "JPEGSpliceTests", dependencies: ["JPEGSplice", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PhotoFileTests", dependencies: ["JPEGSplice", "PhotoFile", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CaptureTimeTests", dependencies: ["CaptureTime", "PhotoFile", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "StampingTests",
      dependencies: [
        "CaptureTime", "Fonts", "JPEGSplice", "PhotoFile", "Raster", "Stamping", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "KeyDerivationTests", dependencies: ["KeyDerivation", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "CaptureTime", "Fonts", "Journal", "KeyDerivation", "PhotoFile", "Stamping", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ShellTests", dependencies: ["Shell", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "DaystampTests",
      dependencies: [
        "CaptureTime", "Journal", "PhotoFile", "Raster", "Shell", "Stamping", "TestSupport",
        "daystamp",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
  ]
)
