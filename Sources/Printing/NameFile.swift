import NameSearch
import Files
import Glibc
package import ListModel

package enum NameFile {
  /// Writes one name per line to a new file and returns the number of names.
  ///
  /// An existing file is not overwritten. After an error, no incomplete file remains.
  package static func write(_ listing: Listing, to path: String) throws -> Int {
    guard listing.matches.index.isWhole() else {
      throw Failure("\(path): not written: the snapshot of the list is damaged; try again")
    }
    do {
      let file = try NewFile(at: path + ".\(getpid()).new", mode: 0o644)
      var output = Output(descriptor: file.descriptor)
      try ListPrinter(format: .names).print(
        listing, heading: .init(list: nil, query: ""), to: &output)
      try file.sync()
      try file.takeName(path)
    } catch {
      throw Failure("\(path): \(error)")
    }
    return listing.count
  }
}
