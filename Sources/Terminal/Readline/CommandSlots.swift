/// A C function for each of the program's own commands.
///
/// readline does not tell a function which command called it, so each command needs its own.
enum CommandSlots {
  typealias Function = @convention(c) (Int32, Int32) -> Int32

  static let functions: [Function] = [
    { count, _ in ReadlineEditor.commandCalled(0, count) },
    { count, _ in ReadlineEditor.commandCalled(1, count) },
    { count, _ in ReadlineEditor.commandCalled(2, count) },
    { count, _ in ReadlineEditor.commandCalled(3, count) },
    { count, _ in ReadlineEditor.commandCalled(4, count) },
    { count, _ in ReadlineEditor.commandCalled(5, count) },
    { count, _ in ReadlineEditor.commandCalled(6, count) },
    { count, _ in ReadlineEditor.commandCalled(7, count) },
    { count, _ in ReadlineEditor.commandCalled(8, count) },
    { count, _ in ReadlineEditor.commandCalled(9, count) },
    { count, _ in ReadlineEditor.commandCalled(10, count) },
    { count, _ in ReadlineEditor.commandCalled(11, count) },
    { count, _ in ReadlineEditor.commandCalled(12, count) },
    { count, _ in ReadlineEditor.commandCalled(13, count) },
    { count, _ in ReadlineEditor.commandCalled(14, count) },
    { count, _ in ReadlineEditor.commandCalled(15, count) },
    { count, _ in ReadlineEditor.commandCalled(16, count) },
    { count, _ in ReadlineEditor.commandCalled(17, count) },
    { count, _ in ReadlineEditor.commandCalled(18, count) },
    { count, _ in ReadlineEditor.commandCalled(19, count) },
    { count, _ in ReadlineEditor.commandCalled(20, count) },
    { count, _ in ReadlineEditor.commandCalled(21, count) },
    { count, _ in ReadlineEditor.commandCalled(22, count) },
    { count, _ in ReadlineEditor.commandCalled(23, count) },
  ]
}
