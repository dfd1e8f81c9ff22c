import FeedbackLoop
import SectionedData

struct TargetListView: View {
  let loop: ObservableLoop<Targets, Targets.Event>

  var body: some View {
    List {
      ForEach(loop.letters) { letter in
        Section(letter.header.id) {
          ForEach(letter.items) { target in
            Text(target.line)
              .onTapGesture { loop.send(.flagToggled(target.id)) }
          }
        }
      }
    }
    .searchable(text: search)
  }

  var search: Binding<String> {
    let search = loop.binding(\.search, send: { .searchEdited($0) })
    return Binding(
      get: { @MainActor in search.value },
      set: { @MainActor in search.value = $0 })
  }
}
