import Foundation
import NameSearch
import Testing

// The code in the documentation of NameSearch, unchanged.

struct NameSearchDocumentation {
  private func batch(_ texts: String...) throws -> NameBatch {
    NameBatch(try texts.map { try Name($0) })
  }

  @Test func names() throws {
    let batch = try batch("Arya Stark", "Bran Stark")
    let filter = NameFilter(NameQuery("br"))
    let found: NameBatch = filter.matches(in: batch)
    #expect(found.count == 1)
    do throws(NameError) {
      _ = try Name("  ")
    } catch {
      #expect(error == NameError.empty)
    }
    let mending: TextMending = [.cut, .replaced]
    #expect(mending.contains(.cut))
    var seen = NumberedTexts()
    let isNew = seen.insert("Arya")
    #expect(isNew)
    let keys = PrimaryKeys(of: NameOrder(localeIdentifier: "en"))
    #expect(keys.key(of: "Zoë") == keys.key(of: "zoe"))
  }

  @Test func indexes() throws {
    let batch = try batch("Arya Stark", "Bran Stark")
    var index = NameIndex(order: NameOrder(localeIdentifier: "en"))
    var complaint = ""
    do throws(ListTooLong) {
      index = try index.addingIfTheyFit([batch])
    } catch {
      complaint = "\(error)"
    }
    #expect(complaint.isEmpty)
    #expect(index.sections.map(\.title) == ["A", "B"])
    #expect(index.sections[1] == IndexSection(title: "B", rows: 1..<2))
    #expect(index.name(at: NameRow(1)).text == "Bran Stark")
  }

  @Test func snapshots() throws {
    let index = NameIndex(order: NameOrder(localeIdentifier: "en"))
      .adding(try batch("Arya Stark", "Bran Stark"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("people").path
    var complaint = ""
    let key = SnapshotKey(subject: "people", order: index.order)
    do throws(SnapshotError) {
      try IndexSnapshot.write(index, version: 7, key: key, to: path)
    } catch {
      complaint = "\(error)"
    }
    let snapshot = IndexSnapshot(path: path, key: key)
    #expect(snapshot?.version == 7 && snapshot?.index.count == 2 && complaint.isEmpty)
  }
}
