import { Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { dropUnchangedFields, findCellErrors, formatMarks } from '#client/marks/draft/draft.ts';
import {
  type GridPosition,
  getNextPositionFromFeedback,
  getNextPositionFromMarks,
} from '#client/marks/grid/grid-keys.ts';
import { renderMarkSections } from '#client/marks/mark-sections.tsx';
import { MarksField } from '#client/ui/form/marks-field.tsx';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import classes from './milestone.module.css';
import type { MilestoneMarksState } from './use-milestone-marks.ts';
import type { PastedMarks } from './use-pasted-marks.ts';

/** The parts of the sheet that all its rows share. */
export type Sheet = {
  milestone: Milestone;
  marking: MilestoneMarksState;
  pasted: PastedMarks;
  /** Number of members in all groups. */
  rows: number;
  go: (event: KeyboardEvent, to: GridPosition | undefined) => void;
};

type MemberRowProps = {
  sheet: Sheet;
  member: FullMember;
  group: FullGroup;
  row: number;
};

/** The cells of one member. The table's CSS arranges them on two lines on a phone. */
export function MemberRow({ sheet, member, group, row }: MemberRowProps) {
  const { milestone, marking, rows, go } = sheet;
  const scheme = useMarkingScheme();
  const isHere = ({ memberId }: { memberId: string }) => memberId === member._id;
  const typed = marking.draft.cells.find(isHere);
  const errors = typed ? findCellErrors(scheme, typed) : {};
  const errorId = `error-${member._id}`;
  const error = errors.marks ?? errors.feedback;
  const field = {
    sheet,
    member,
    typed,
    changed: dropUnchangedFields(marking.draft, group).cells.find(isHere),
    onType: (change: { marks?: string; feedback?: string }) =>
      marking.type(group, member._id, change),
    row,
  };
  return (
    <>
      <td className={classes.person}>
        {member.name}
        <Text span size="sm" c="dimmed">
          {member.roll}
        </Text>
      </td>
      <td className={classes.marks}>
        <MarksCell {...field} errorId={errors.marks && errorId} />
        {renderMarkSections({ group, member, milestone, isOfManyGroups: true })}
      </td>
      <td className={classes.feedback}>
        <textarea
          className={classes.field}
          rows={1}
          placeholder="No feedback"
          aria-label={`${member.name}, ${milestone.title}: feedback`}
          aria-invalid={errors.feedback !== undefined}
          aria-describedby={errors.feedback && errorId}
          data-field={`${row}:1`}
          data-unsaved={field.changed?.feedback !== undefined || undefined}
          value={typed?.feedback ?? member[milestone.key]?.feedback ?? ''}
          onChange={(event) => field.onType({ feedback: event.target.value })}
          onKeyDown={(event) => go(event, handleFeedbackKey(event, row, rows))}
        />
        {error && (
          <Text size="sm" id={errorId} c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </td>
    </>
  );
}

type MarksCellProps = {
  sheet: Sheet;
  member: FullMember;
  typed: { marks?: string | undefined } | undefined;
  changed: { marks?: string | undefined } | undefined;
  row: number;
  errorId: string | undefined;
  onType: (change: { marks: string }) => void;
};

function MarksCell({ sheet, member, typed, changed, row, errorId, onType }: MarksCellProps) {
  const { milestone, pasted, rows, go } = sheet;
  const saved = member[milestone.key]?.marks ?? null;
  const value = typed?.marks ?? formatMarks(saved);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (isUndo && !event.shiftKey && pasted.undoIn(member._id, value)) event.preventDefault();
    else go(event, getNextPositionFromMarks(event, { row, column: 0 }, rows));
  };
  return (
    <MarksField
      inputClassName={classes.field}
      aria-label={`${member.name}, ${milestone.title}: marks`}
      total={milestone.total}
      isInvalid={errorId !== undefined}
      describedBy={errorId}
      data-field={`${row}:0`}
      data-unsaved={changed?.marks !== undefined || undefined}
      data-unmarked={saved === null || undefined}
      enterKeyHint="next"
      value={value}
      onChange={(marks) => onType({ marks })}
      onPaste={(event) => pasted.onPaste(event, row)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The Left key moves from a feedback field to the marks, and the Up key to the row above. */
function handleFeedbackKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  row: number,
  rows: number,
): GridPosition | undefined {
  const to = getNextPositionFromFeedback(event, { row, column: 0 }, rows);
  if (!to) return undefined;
  const column = event.key === 'ArrowLeft' ? 0 : 1;
  return { row: event.key === 'ArrowUp' ? row - 1 : to.row, column };
}
