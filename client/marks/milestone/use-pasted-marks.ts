import { type ClipboardEvent, useState } from 'react';
import { formatMarks, type MarksDraft } from '#client/marks/draft/draft.ts';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import { assignPastedColumn, type PastedColumn, splitPastedText } from './pasted-column.ts';
import type { MilestoneMarksState } from './use-milestone-marks.ts';

/** A row of the sheet, with the marks in its field when the user pasted. */
export type SheetRow = { group: FullGroup; member: FullMember; shownMarks: string };

type PasteRequest = { columns: number; column: PastedColumn<SheetRow> };
type PasteUndo = { before: MarksDraft; filled: ReadonlyMap<string, string> };

const listRows = (groups: readonly FullGroup[], draft: MarksDraft, { key }: Milestone) =>
  groups.flatMap((group) =>
    group.fypGroupMembers.map((member): SheetRow => {
      const typed = draft.cells.find(({ memberId }) => memberId === member._id)?.marks;
      return { group, member, shownMarks: typed ?? formatMarks(member[key]?.marks ?? null) };
    }),
  );

/** Fills the marks from a pasted column after a preview, and can undo this until the marks are saved. */
export function usePastedMarks(marking: MilestoneMarksState, milestone: Milestone) {
  const [request, setRequest] = useState<PasteRequest>();
  const [undoable, setUndoable] = useState<PasteUndo>();
  const undo = () => {
    if (undoable) marking.restore(undoable.before, [...undoable.filled.keys()]);
    setUndoable(undefined);
  };
  return {
    request,
    /** Number of marks that `undo` takes back. */
    undoableCount: undoable?.filled.size ?? 0,
    undo,
    forgetUndo: () => setUndoable(undefined),
    close: () => setRequest(undefined),
    /** Handles a paste of several lines or columns. A single value is left to the field. */
    onPaste: (event: ClipboardEvent, start: number) => {
      const lines = splitPastedText(event.clipboardData.getData('text/plain'));
      const columns = Math.max(...lines.map((values) => values.length));
      if (lines.length === 1 && columns === 1) return;
      event.preventDefault();
      const rows = listRows(marking.groups, marking.draft, milestone).slice(start);
      const values = lines.map(([first = '']) => first);
      setRequest({ columns, column: assignPastedColumn(values, rows, milestone) });
    },
    fill: () => {
      const cells = (request?.column.cells ?? []).flatMap(({ row: { group, member }, marks }) =>
        marks === undefined ? [] : [{ group, memberId: member._id, marks }],
      );
      setUndoable({
        before: marking.draft,
        filled: new Map(cells.map(({ memberId, marks }) => [memberId, marks])),
      });
      marking.fill(cells);
      setRequest(undefined);
    },
    /** Undoes the paste if the field still contains the pasted marks. Returns false if it does not. */
    undoIn: (memberId: string, marks: string) => {
      if (undoable?.filled.get(memberId) !== marks) return false;
      undo();
      return true;
    },
  };
}

export type PastedMarks = ReturnType<typeof usePastedMarks>;
