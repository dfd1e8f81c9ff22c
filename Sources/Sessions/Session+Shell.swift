import ListModel
import Browser
import CommandRunning
import FeedbackLoop
import NameSearch
import Processes
import Threads
import Terminal
import TerminalText

// The effects that run shell commands for the selected row.

extension SessionEffects {
  /// Runs the preview once a row has been selected for a moment; ends it when another row is selected.
  var previewing: Effect {
    let (glyphs, folder) = (settings.browser.glyphs, settings.list.folder)
    let form = settings.browser.lineForm
    return Effect(request: \.previewToRun) { [previews] request, send in
      try? await RestingClock().sleep(for: .milliseconds(50))
      await previews.begin()
      if !Task.isCancelled { await Self.preview(request, form, in: folder, glyphs: glyphs, send) }
      await previews.end()
    }
  }

  @concurrent
  private static func preview(
    _ request: Browser.PreviewRequest, _ form: LineForm?, in folder: String?, glyphs: Glyphs,
    _ send: Send<Browser.Event>
  ) async {
    let command: ShellCommand
    do {
      let template = try ShellTemplate(request.script, takesFields: form != nil)
      var row = CommandRow(request.row)
      for field in template.fields {
        row.fields[field] = FieldRange.list(field).flatMap { ranges in
          form?.text(ofFields: ranges, in: row.line ?? Array(row.name.utf8))
        }
      }
      command = try template.command(for: row, fillsMissing: true)
    } catch {
      let news = Browser.Preview.News(lines: [], progress: .ended(failure: "\(error)"))
      return await send(.preview(.previewChanged(request, news)))
    }
    let process = PreviewProcess(
      command, columns: request.columns, lines: request.lines, in: folder)
    let (reports, outlet) = AsyncStream.makeStream(of: PreviewReport.self)
    async let end: Void = {
      await process.run { outlet.yield($0) }
      outlet.finish()
    }()
    var text = OutputText(mostLines: Browser.Preview.mostLines, glyphs: glyphs)
    for await report in reports {
      let progress = text.take(report)
      await send(.preview(.previewChanged(request, .init(lines: text.lines, progress: progress))))
    }
    await end
  }
}

extension Session {
  /// Gives the terminal to a command and takes it back when it has ended.
  var runningInShell: SessionEffects.Effect {
    SessionEffects.Effect(request: \.shellCommandToRun) { @MainActor [weak self] pending in
      guard let self else { return nil }
      return .session(.shellCommandEnded(number: pending.number, await run(pending)))
    }
  }

  private func run(_ pending: Browser.PendingShellCommand) async -> Browser.Notice? {
    let command: ShellCommand
    do {
      command = try pending.command()
    } catch {
      return .init("\(error)", isError: true)
    }
    var ending = ChildProcess.Ending.exited(0)
    await editor.lend {
      ending = await TerminalCommand(
        command, terminal: editor.device.path, in: settings.list.folder
      )
      .run()
      let result = ending == .exited(0) ? "" : "\(ending); "
      return StyledText(DisplayText("targets: \(result)press Enter to return"))
    }
    return ending == .exited(0) ? nil : .init("\(ending)", isError: true)
  }
}

extension Browser.PendingShellCommand {
  /// Why a command has no row to work on.
  private struct RowMissing: Error, CustomStringConvertible {
    let description = "select a row first, or omit {}"
  }

  /// The command for the shell.
  ///
  /// - Throws: An error if the script has a placeholder in an unsafe place, or needs a row and none
  ///   is selected.
  func command() throws -> ShellCommand {
    let template = try ShellTemplate(script)
    if let plain = template.commandWithoutRow { return plain }
    guard let row else { throw RowMissing() }
    return try template.command(for: CommandRow(row))
  }
}

extension CommandRow {
  init(_ row: Row) {
    self.init(
      name: row.line.map { String(decoding: $0, as: UTF8.self) } ?? row.name.original,
      line: row.line, id: row.name.idInSource, detail: row.detail, note: row.note,
      revision: row.revision)
  }
}

extension OutputText {
  /// Adds output of the command, and returns the command's progress.
  fileprivate mutating func take(_ report: PreviewReport) -> Browser.Preview.Progress {
    switch report {
    case .output(let bytes):
      append(bytes)
      return isCut ? .cut : .running
    case .silent: return .silent
    case .cut: return .cut
    case .ended(let ending):
      finish()
      if isCut { return .cut }
      return .ended(failure: ending == .exited(0) ? nil : "\(ending)")
    }
  }
}
