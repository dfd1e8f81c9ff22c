// swift-tools-version: 6.2

// DifferenceBenchmarks, NameIndexBenchmarks (executables: the cases)   ─► SectionedData; NameSearch
//   └─► BenchmarkSupport   measuring, checking, seeded random numbers
// NameIndexBenchmarks
//   ├─► CAllocationCount   stands in for malloc, and counts
//   └─► CSortKey           sort keys by ICU, for the baselines          ─► ICU

import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "targets", path: "..", traits: [])],
  targets: [
    .target(name: "BenchmarkSupport"),
    .target(name: "CAllocationCount"),
    .target(
      name: "CSortKey",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .executableTarget(
      name: "DifferenceBenchmarks",
      dependencies: ["BenchmarkSupport", .product(name: "SectionedData", package: "targets")]),
    .executableTarget(
      name: "NameIndexBenchmarks",
      dependencies: [
        "BenchmarkSupport", "CAllocationCount", "CSortKey",
        .product(name: "NameSearch", package: "targets"),
      ]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
