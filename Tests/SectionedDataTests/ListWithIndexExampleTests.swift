import SectionedData
import Testing

/// The article *Displaying an Indexed List*, as code that runs.
struct ListWithIndexExampleTests {
  typealias Letter = IdentifiedSection<SelfIdentified<Character>, SelfIdentified<String>>

  func letters(of names: [String]) -> [Letter] {
    Dictionary(grouping: names.sorted()) { $0.first ?? "#" }
      .sorted { $0.key < $1.key }
      .map { letter, names in
        Letter(header: SelfIdentified(letter), items: names.map { SelfIdentified($0) })
      }
  }

  @Test func theCodeOfTheArticleWorks() throws {
    var source = DataSource<Letter, String>(
      sections: letters(of: ["Arya", "Bran", "Robb", "Rickon"]),
      configuration: .init(
        row: { name, _, _ in "  " + name.id },
        headerTitle: { letter, _ in String(letter.header.id) },
        indexTitles: { letters in letters.map { String($0.header.id) } }))
    #expect(try source.headerTitle(ofSection: 2) == "R")
    #expect(try source.row(at: ItemPath(section: 2, item: 0)) == "  Rickon")
    #expect(source.indexTitles == ["A", "B", "R"])
    #expect(try source.section(forIndexTitle: "R", at: 2) == 2)

    let shorter = letters(of: ["Arya", "Rickon"])
    let difference = try SectionedDifference(from: source.sections, to: shorter)
    #expect(difference.batch.deletedSections == [1])
    #expect(difference.batch.deletedItems == [ItemPath(section: 2, item: 1)])
    for stage in difference.stages {
      source.sections = stage.sections
    }
    #expect(source.sections == shorter)
  }
}
