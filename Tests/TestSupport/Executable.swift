import Glibc

/// Finds built products.
public enum Executable {
  /// The path of a built executable product.
  ///
  /// - Throws: ``HarnessError/noExecutable(_:directory:)``.
  public static func path(named name: String) throws(HarnessError) -> String {
    for directory in directories {
      let path = "\(directory)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw .noExecutable(name, directory: directories.joined(separator: ", "))
  }

  /// The path of a program in the toolchain of the `swift` on the PATH.
  ///
  /// - Throws: ``HarnessError/noExecutable(_:directory:)``.
  public static func ofToolchain(named name: String) throws(HarnessError) -> String {
    let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
    guard let folder = folders.first(where: { access("\($0)/swift", X_OK) == 0 }),
      let swift = realpath("\(folder)/swift", nil)
    else { throw .noExecutable("swift", directory: folders.joined(separator: ", ")) }
    defer { free(swift) }
    let home = String(cString: swift).split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(home)/\(name)"
    if access(path, X_OK) == 0 { return path }
    throw .noExecutable(name, directory: "/\(home)")
  }

  /// The folders that may contain the built programs: those of the running program and the test bundle.
  ///
  /// The running program is the test bundle, or a runner whose command line names the bundle.
  private static var directories: [String] {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &link, link.count)
    let own = String(
      decoding: link.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }
    return ([own] + bundles).map { path in
      path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
  }
}
