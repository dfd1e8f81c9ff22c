import TestSupport
import Testing

/// A library in C for `LD_PRELOAD`, which replaces functions of the C library.
struct PreloadedLibrary {
  private let folder: TemporaryDirectory
  let path: String

  init(_ source: String, in folder: TemporaryDirectory = TemporaryDirectory()) throws {
    self.folder = folder
    try folder.write(source, to: "library.c")
    path = folder.path("library.so")
    let compiler = try ProgramRun(
      Executable.ofToolchain(named: "clang"),
      ["-shared", "-fPIC", "-o", path, folder.path("library.c")])
    try #require(compiler.status == .code(0), "\(compiler.error)")
  }
}
