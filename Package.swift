// swift-tools-version: 6.2

// targets (executable: Commands/, Interface/, Recipes/, Running/, Runtime/)
//   ├─► CommandSyntax  pure: how commands declare what they take; the parser and help made of it
//   │     └─► Substrings
//   ├─► Sessions      a running browser: the loop with its effects, on a terminal or for a script
//   │     ├─► Browser, FeedbackLoop, ListLoading, Printing, Terminal, CommandRunning
//   ├─► Printing      rows, logs and messages on the standard streams, in each format; exit statuses
//   │     ├─► ListLoading, Terminal
//   ├─► Browser       pure: a state of parts, each with events, reducer and queries; the screen as styled lines
//   │     ├─► Pagination       how far a source has been read is part of the state
//   │     └─► ListModel        pure: a list of rows with flags, edited, filtered, searched
//   │           ├─► SectionedData    leaf, pure: sections and the data source        [product]
//   │           ├─► NameSearch       names, word prefix, collation, sections         [product]
//   │           │     ├─► CUnicode   C++ shim: collation, alphabet, folding, widths  ─► CICU (ICU)
//   │           │     ├─► CWordScan  leaf, C: words in ASCII, at the speed of memory
//   │           │     └─► CXXHash    checksums of what is kept in files              ─► xxHash, headers only
//   │           │                    (also for ListModel: which rows are whose part)
//   │           ├─► TerminalText     what may reach a terminal, and its columns      ─► CUnicode
//   │           │                    (also for Browser, ListLoading, Printing, Sessions)
//   │           └─► HashTreeCollections  flags in maps that are copied in O(1)  (swift-collections)
//   ├─► FeedbackLoop  leaf, pure: the loop, combining reducers, reacting to queries, throttling  [product]
//   │                 (also for Browser, Pagination, and FeedbackLoopTesting: a loop and a clock
//   │                 for tests [product])
//   ├─► Pagination    the state machine of pages, run by a loop                [product]  ─► FeedbackLoop
//   ├─► ListLoading   loading a list from any source, following its changes, querying it  ─► ListModel
//   │     ├─► TargetStore, PageSources, Pagination
//   ├─► PageSources   pipe, file, helper programs: where pages of rows come from  ─► Pagination, ListModel
//   │     └─► HelperProtocol   what is said to helper programs, and what they answer  ─► JSON
//   ├─► JSON          leaf, pure: JSON, read value by value, and written (also for Printing,
//   │                 TargetStore, WebSource)
//   ├─► CommandRunning  commands on rows: templates, running many, previews
//   ├─► Processes     starting programs, their pipes, their signals and their ends
//   │     │           (also for PageSources, CommandRunning)
//   │     ├─► Threads
//   │     └─► CSpawn           the start, in C
//   ├─► Terminal      the line editor, keys, painting, signals                 ─► TerminalText
//   │     ├─► CReadline        GNU readline
//   │     └─► CSignals         what a signal handler may do, in C
//   ├─► TargetStore   the kept lists, in a file or on a server                 ─► ListModel
//   │     └─► CSQLite          SQLite; libpq is loaded when a server is asked
//   ├─► Substrings    leaf, pure: texts in texts, without regular expressions; the nearest word
//   │                 (also for Browser, CommandRunning, CommandSyntax, ListModel, PageSources,
//   │                 TargetStore)
//   ├─► ShellText     leaf, pure: commands as lines of a shell
//   │                 (also for CommandRunning, ListLoading, TargetStore)
//   ├─► Files         leaf: folders, whole files, new files that replace others  ─► CGlibc
//   │                 (also for NameSearch, TargetStore, Terminal, WebSource)
//   ├─► CGlibc        leaf: what Swift's view of the C library leaves out
//   ├─► CArguments    leaf, C: the words with which the program was started
//   ├─► Threads       a thread of its own for an actor, a way to wake it, and a clock
//   │     │           (also for ListLoading, PageSources, CommandRunning, TargetStore, Terminal)
//   │     └─► CSignals      (also for the program: what it needs of the system)
//   ├─► CGlobalExecutor  the way into Swift's runtime that lets an idle process sleep
//   ├─► WebSource, DemoSource  the helpers that ship: the program is one if it is started by its name  ─► HelperProtocol
//   │     ├─► CCurl         for the first: libcurl, which is loaded when a server is asked
//   │     └─► CSignals      for the first: keeps its token out of core dumps
//
// SectionedViews      how a view takes the differences of SectionedData; only for clients  [product]
//   └─► SectionedData
//
// A leaf knows none of the others. No arrow is added without drawing it.
//
// SectionedData, SectionedViews, FeedbackLoop, FeedbackLoopTesting and Pagination, with their articles and tests, are under
// Apache-2.0 (each folder has its LICENSE); what is linked with readline, and all else, is under GPL-3.0-or-later. A client
// of the libraries writes .package(url: …, from: "1.0.0", traits: []) and fetches and compiles nothing of the program.

import PackageDescription

let package = Package(
  name: "targets",
  // Sequences whose failures have a type; the program itself is for Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SectionedData", targets: ["SectionedData"]),
    .library(name: "SectionedViews", targets: ["SectionedViews"]),
    .library(name: "FeedbackLoop", targets: ["FeedbackLoop"]),
    .library(name: "FeedbackLoopTesting", targets: ["FeedbackLoopTesting"]),
    .library(name: "Pagination", targets: ["Pagination"]),
    .library(name: "NameSearch", targets: ["NameSearch"]),
    .executable(name: "targets", targets: ["targets"]),
  ],
  traits: [
    .default(enabledTraits: ["Program"]),
    .trait(name: "Program", description: "The program, and the packages that only it needs."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    // For swift package generate-documentation; no target uses it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
  ],
  targets: [
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
    .systemLibrary(name: "CICU", providers: [.apt(["libicu-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"])]),
    .target(name: "CUnicode", dependencies: ["CICU"]),
    .systemLibrary(name: "CGlibc"),
    .target(name: "CArguments"),
    .target(name: "CCurl"),
    .target(name: "CommandSyntax", dependencies: ["Substrings"]),
    .target(name: "CSignals"),
    .target(name: "CSpawn"),
    .target(name: "CWordScan"),

    .target(name: "SectionedData", exclude: ["LICENSE"]),
    .target(name: "SectionedViews", dependencies: ["SectionedData"], exclude: ["LICENSE"]),
    .target(name: "FeedbackLoop", exclude: ["LICENSE"]),
    .target(name: "FeedbackLoopTesting", dependencies: ["FeedbackLoop"], exclude: ["LICENSE"]),
    .target(name: "Pagination", dependencies: ["FeedbackLoop"], exclude: ["LICENSE"]),
    .target(name: "Files", dependencies: ["CGlibc"]),
    .target(name: "NameSearch", dependencies: ["CUnicode", "CWordScan", "CXXHash", "Files"]),
    .target(name: "TerminalText", dependencies: ["CUnicode"]),
    .target(
      name: "ListModel",
      dependencies: [
        "CXXHash", "NameSearch", "SectionedData", "Substrings", "TerminalText",
        .product(
          name: "HashTreeCollections", package: "swift-collections",
          condition: .when(traits: ["Program"])),
      ]),
    .target(name: "CGlobalExecutor"),
    .target(name: "Threads", dependencies: ["CSignals"]),
    .target(name: "Processes", dependencies: ["CSpawn", "Threads"]),
    .target(name: "JSON"),
    .target(name: "Substrings"),
    .target(name: "ShellText"),
    .target(name: "HelperProtocol", dependencies: ["JSON"]),
    .target(name: "DemoSource", dependencies: ["HelperProtocol"]),
    .target(
      name: "WebSource", dependencies: ["CCurl", "CSignals", "Files", "HelperProtocol", "JSON"]),
    .target(
      name: "PageSources",
      dependencies: [
        "HelperProtocol", "ListModel", "NameSearch", "Pagination", "Processes", "Substrings",
        "Threads",
      ]),
    .target(
      name: "ListLoading",
      dependencies: [
        "Files", "ListModel", "NameSearch", "PageSources", "Pagination", "ShellText", "Threads",
        "TargetStore", "TerminalText",
      ]),
    .target(
      name: "Printing",
      dependencies: [
        "Files", "JSON", "ListLoading", "ListModel", "NameSearch", "PageSources",
        "SectionedData", "TargetStore", "Terminal", "TerminalText",
      ]),
    .target(
      name: "Sessions",
      dependencies: [
        "Browser", "CommandRunning", "FeedbackLoop", "ListLoading", "ListModel", "NameSearch",
        "Pagination", "Printing", "Processes", "Threads", "TargetStore", "Terminal",
        "TerminalText",
      ]),
    .target(
      name: "CommandRunning", dependencies: ["Processes", "ShellText", "Substrings", "Threads"]),
    .target(
      name: "TargetStore",
      dependencies: [
        "CSQLite", "Files", "JSON", "ListModel", "NameSearch", "ShellText", "Substrings", "Threads",
      ]),
    .target(
      name: "Terminal",
      dependencies: ["CReadline", "CSignals", "Files", "Threads", "TerminalText"]),
    .target(
      name: "Browser",
      dependencies: [
        "FeedbackLoop", "ListModel", "NameSearch", "Pagination", "SectionedData", "Substrings",
        "TerminalText",
      ]),
    .executableTarget(
      name: "targets",
      dependencies: [
        "Browser", "CArguments", "CGlibc", "CGlobalExecutor", "CSignals",
        "CommandRunning", "CommandSyntax", "DemoSource", "FeedbackLoop", "Files", "HelperProtocol",
        "ListLoading", "ListModel", "NameSearch", "PageSources", "Pagination", "Printing",
        "Processes", "Sessions", "ShellText", "Substrings", "TargetStore", "Terminal",
        "TerminalText", "Threads", "WebSource",
      ]),

    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    // A target of tests, so that nothing of it is built without them.
    .testTarget(
      name: "TestSupport", dependencies: ["CVTerm", "LibraryTestSupport", "NameSearch"],
      path: "Tests/TestSupport",
      exclude: ["Web/server.py"]),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .target(name: "LibraryTestSupport", path: "Tests/LibraryTestSupport", exclude: ["LICENSE"]),
    // Views that check what they are told by the rules of UIKit, with its names.
    .target(name: "UIKitStandIn", path: "Tests/UIKitStandIn", exclude: ["LICENSE"]),
    .testTarget(
      name: "SectionedDataTests",
      dependencies: ["SectionedData", "SectionedViews", "LibraryTestSupport", "UIKitStandIn"],
      exclude: ["LICENSE"]),
    .testTarget(
      name: "FeedbackLoopTests",
      dependencies: ["FeedbackLoop", "FeedbackLoopTesting", "LibraryTestSupport"],
      exclude: ["LICENSE"]),
    .testTarget(
      name: "PaginationTests",
      dependencies: ["FeedbackLoopTesting", "Pagination", "LibraryTestSupport"],
      exclude: ["LICENSE"]),
    .testTarget(
      name: "ClientTests",
      dependencies: ["FeedbackLoop", "Pagination", "SectionedData", "TestSupport"]),
    // Six small programs of the libraries, and every line of code in their documentation.
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "FeedbackLoop", "FeedbackLoopTesting", "NameSearch", "Pagination", "SectionedData",
        "SectionedViews", "LibraryTestSupport", "UIKitStandIn",
      ],
      exclude: ["LICENSE"]),
    .testTarget(name: "CommandSyntaxTests", dependencies: ["CommandSyntax"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
    .testTarget(
      name: "NameSearchTests", dependencies: ["NameSearch", "LibraryTestSupport", "TestSupport"]),
    .testTarget(
      name: "ListModelTests",
      dependencies: ["ListModel", "NameSearch", "LibraryTestSupport", "TestSupport"]),
    .testTarget(
      name: "TerminalTextTests",
      dependencies: ["TerminalText", "LibraryTestSupport", "TestSupport"]),
    .testTarget(
      name: "PageSourcesTests",
      dependencies: [
        "ListModel", "NameSearch", "PageSources", "Pagination", "LibraryTestSupport",
        "TestSupport", "targets",
      ]
    ),
    .testTarget(
      name: "ListLoadingTests",
      dependencies: [
        "ListLoading", "ListModel", "NameSearch", "PageSources", "Pagination", "TargetStore",
        "LibraryTestSupport", "TestSupport", "targets",
      ]),
    .testTarget(
      name: "CommandRunningTests",
      dependencies: ["CommandRunning", "Processes", "LibraryTestSupport", "TestSupport"]),
    .testTarget(
      name: "ProcessesTests", dependencies: ["Processes", "LibraryTestSupport", "TestSupport"]),
    .testTarget(name: "SubstringsTests", dependencies: ["Substrings"]),
    .testTarget(name: "ShellTextTests", dependencies: ["ShellText", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "LibraryTestSupport"]),
    .testTarget(name: "HelperProtocolTests", dependencies: ["HelperProtocol", "TestSupport"]),
    .testTarget(
      name: "WebSourceTests",
      dependencies: ["HelperProtocol", "TestSupport", "WebSource"],
      exclude: ["Fixtures"]),
    .executableTarget(
      name: "store-writer", dependencies: ["CSQLite", "ListModel", "NameSearch", "TargetStore"],
      path: "Tests/StoreWriter"),
    .testTarget(
      name: "TargetStoreTests",
      dependencies: [
        "CSQLite", "ListModel", "NameSearch", "ShellText", "TargetStore", "Threads",
        "LibraryTestSupport", "TestSupport", "store-writer",
      ]),
    .executableTarget(
      name: "line-editor-probe", dependencies: ["CSignals", "Terminal", "TerminalText"],
      path: "Tests/LineEditorProbe"),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "Terminal", "TerminalText", "LibraryTestSupport", "TestSupport", "line-editor-probe",
      ]),
    .testTarget(
      name: "ThreadsTests", dependencies: ["Threads", "LibraryTestSupport"]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Browser", "ListLoading", "ListModel", "NameSearch", "Pagination", "Threads",
        "SectionedData", "TargetStore", "TerminalText", "LibraryTestSupport", "TestSupport",
      ]),
    .testTarget(name: "PrintingTests", dependencies: ["Printing", "LibraryTestSupport"]),
    .testTarget(
      name: "SessionsTests",
      dependencies: [
        "Browser", "FeedbackLoop", "FeedbackLoopTesting", "ListLoading", "ListModel", "NameSearch",
        "PageSources",
        "Pagination", "Sessions", "TargetStore", "LibraryTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "targetsTests",
      dependencies: [
        "CGlobalExecutor", "CommandSyntax", "ListLoading", "ListModel", "NameSearch", "PageSources",
        "JSON", "Pagination", "Printing", "ShellText", "Substrings", "TargetStore",
        "LibraryTestSupport", "TestSupport", "targets",
      ]),
  ],
  cxxLanguageStandard: .cxx17
)

// What is tried with any bytes: by a few thousand of them in tests, by millions in libFuzzer.
let fuzzed: [Target.Dependency] = [
  "CSQLite", "CUnicode", "CommandRunning", "ListModel", "HelperProtocol", "JSON", "NameSearch",
  "PageSources",
  "Printing", "ShellText", "TargetStore", "Terminal", "TerminalText", "WebSource", "targets",
]
if Context.environment["TARGETS_FUZZ"] == nil {
  package.targets.append(
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Corpus", "PlantedFaults", "Program"]))
} else {
  // For TARGETS_FUZZ=1 swift build --sanitize=fuzzer --product fuzz, as Tests/Endurance/fuzzing.py
  // has it. The modules of programs are libraries, since libFuzzer has the only `main`; of
  // `targets`, there is only what is fuzzed.
  package.products = [.executable(name: "fuzz", targets: ["fuzz"])]
  package.targets.removeAll {
    [.test, .executable].contains($0.type)
  }
  package.targets += [
    .target(
      name: "targets", sources: ["Commands/ShellWords.swift"]),
    .target(name: "CPlantedFaults", path: "Tests/Fuzzing/PlantedFaults"),
    .executableTarget(
      name: "fuzz", dependencies: fuzzed + ["CPlantedFaults"], path: "Tests/Fuzzing",
      exclude: ["Corpus", "PlantedFaults", "Suite"]),
  ]
}

// The C library checks the sizes of buffers.
let inC = [
  "CArguments", "CCurl", "CGlobalExecutor", "CSignals", "CSpawn", "CUnicode", "CWordScan",
]
for target in package.targets where inC.contains(target.name) {
  target.cSettings = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
  target.cxxSettings = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
}

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

// What goes through all rows is optimized for tests, too, which otherwise take twice as long; as whole
// modules, so that this takes no longer to compile, and with all checks of a debug build. Not in a
// copy that another package depends on, since Xcode may refuse such flags.
let ofRows = [
  "JSON", "ListModel", "NameSearch", "PageSources", "SectionedData", "Substrings", "TargetStore",
  "TerminalText",
]
let optimizing = [
  "-O", "-assert-config", "Debug", "-whole-module-optimization", "-disable-batch-mode",
  "-num-threads", "2",
]
let isDependency = ["/checkouts/", "/registry/"].contains { Context.packageDirectory.contains($0) }
for target in package.targets where ofRows.contains(target.name) && !isDependency {
  target.swiftSettings?.append(.unsafeFlags(optimizing, .when(configuration: .debug)))
}
