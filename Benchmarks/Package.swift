// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "targets", path: "..")],
  targets: [
    .executableTarget(
      name: "DifferenceBenchmarks",
      dependencies: [.product(name: "SectionedData", package: "targets")]),
    .executableTarget(
      name: "NameIndexBenchmarks",
      dependencies: [.product(name: "NameIndex", package: "targets")]),
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
