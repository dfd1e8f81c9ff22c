import SectionedData

extension ViewUpdater {
  /// Shows a list, or reloads the view with the present one.
  func show(_ sections: [Section]?) async -> ViewUpdate {
    guard let sections else { return await reload() }
    let choice = configuration.duplicates
    let isFirst = !hasLoaded
    hasLoaded = true
    guard let view, view.isOnScreen, !configuration.alwaysReloads, !needsReload,
      !isFirst || configuration.animatesFirstLoad
    else {
      dataSource.sections =
        configuration.alwaysReloads ? sections : sections.withoutDuplicates(keeping: choice)
      return await reload()
    }
    var isFirstStep = true
    while true {
      let difference: SectionedDifference<Section>
      do throws(SectionedDifference<Section>.Failure) {
        difference = try SectionedDifference(
          from: dataSource.sections, to: sections, duplicates: choice)
      } catch {
        configuration.onFailure(.incomparable(error))
        dataSource.sections = sections.withoutDuplicates(keeping: choice)
        return await reload()
      }
      guard !difference.isEmpty else {
        // Equal values may not be identical, so the new ones must be stored.
        dataSource.sections = difference.sections
        return isFirstStep ? .unchanged : .animated
      }
      guard configuration.transition(difference.stages) == .animated else {
        dataSource.sections = difference.sections
        return await reload()
      }
      switch await show(difference, on: view) {
      case .ended:
        return .animated
      case .lostView:
        dataSource.sections = sections
        return .unchanged
      case .overtaken:
        return .superseded
      case .moved:
        isFirstStep = false
      }
    }
  }

  /// How showing the stages of a difference ended.
  private enum Ending {
    case ended, lostView, overtaken

    /// The user has moved an item meanwhile, so the rest does not fit.
    case moved
  }

  /// Shows one stage after another; the view commits each of them.
  private func show(
    _ difference: SectionedDifference<Section>, on view: View
  ) async -> Ending {
    for (number, stage) in difference.stages.enumerated() {
      uncommitted = stage.sections
      let moves = moveCount
      await Showing.$updater.withValue(ObjectIdentifier(self)) {
        await view.show(stage, animated: configuration.animations) { self.commit() }
      }
      commit()
      if self.view !== view { return .lostView }
      if moves != moveCount { return wanted?.sections == nil ? .moved : .overtaken }
      if number + 1 < difference.stages.count, wanted?.sections != nil { return .overtaken }
    }
    return .ended
  }

  /// Stores the list of the stage that is being shown in the data source, once.
  private func commit() {
    guard let sections = uncommitted else { return }
    uncommitted = nil
    dataSource.sections = sections
  }

  private func reload() async -> ViewUpdate {
    guard let view else {
      needsReload = true
      return .unchanged
    }
    needsReload = false
    await view.reload()
    return .reload
  }
}
