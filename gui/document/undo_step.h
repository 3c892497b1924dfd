// SPDX-License-Identifier: GPL-3.0-or-later
// Several changes of a document as one undo step.
#pragma once

#include "gui/document/yaml_document.h"

namespace seawind::gui {

/// Changes while the object exists are one step. A step without a change is removed from the stack.
class UndoStep {
 public:
  UndoStep(YamlDocument& document, const QString& description)
      : stack_(document.undo_stack()), before_(stack_.index()) {
    stack_.beginMacro(description);
  }
  ~UndoStep() {
    stack_.endMacro();
    if (stack_.index() == before_) return;  // inside another step
    const QUndoCommand* step = stack_.command(before_);
    if (step->childCount() > 0) return;
    const_cast<QUndoCommand*>(step)->setObsolete(true);  // undo() then deletes the command
    stack_.undo();
  }
  UndoStep(const UndoStep&) = delete;
  UndoStep& operator=(const UndoStep&) = delete;

 private:
  QUndoStack& stack_;
  const int before_;
};

}  // namespace seawind::gui
