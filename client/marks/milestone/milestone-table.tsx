import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { getConflictChoiceLabels } from '#client/marks/draft/conflict-values.ts';
import { dropUnchangedFields, findCellErrors, formatMarks } from '#client/marks/draft/draft.ts';
import {
  type GridPosition,
  getNextPositionFromFeedback,
  getNextPositionFromMarks,
} from '#client/marks/grid/grid-keys.ts';
import { MarksField } from '#client/ui/form/marks-field.tsx';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { EditConflict } from '#contract/problem.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import classes from './milestone.module.css';
import type { MilestoneMarksState } from './use-milestone-marks.ts';

type MilestoneTableProps = {
  groups: readonly FullGroup[];
  milestone: Milestone;
  marking: MilestoneMarksState;
  filesOf: (group: FullGroup) => ReactNode;
};

export function MilestoneTable({ groups, milestone, marking, filesOf }: MilestoneTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const firsts = getFirstRows(groups);
  const rows = groups.reduce((sum, group) => sum + group.fypGroupMembers.length, 0);
  const go = (event: KeyboardEvent, to: GridPosition | undefined) => {
    if (!to) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(rows - 1, to.row));
    const field = table.current?.querySelector<HTMLInputElement>(
      `[data-field="${row}:${Math.max(0, Math.min(1, to.column))}"]`,
    );
    field?.focus();
  };
  return (
    <ListFrame>
      <table ref={table} className={classes.table} aria-label={`Marks for ${milestone.title}`}>
        <thead>
          <tr>
            <th scope="col" style={{ width: '28%' }}>
              Group
            </th>
            <th scope="col" style={{ width: '20%' }}>
              Member
            </th>
            <th scope="col">Marks of {milestone.total}</th>
            <th scope="col">Feedback</th>
          </tr>
        </thead>
        {groups.map((group, place) => (
          <GroupRows
            key={group._id}
            group={group}
            milestone={milestone}
            marking={marking}
            files={filesOf(group)}
            first={firsts[place] ?? 0}
            rows={rows}
            go={go}
          />
        ))}
      </table>
    </ListFrame>
  );
}

function getFirstRows(groups: readonly FullGroup[]): number[] {
  let next = 0;
  return groups.map(({ fypGroupMembers }) => {
    const first = next;
    next += fypGroupMembers.length;
    return first;
  });
}

type GroupRowsProps = {
  group: FullGroup;
  milestone: Milestone;
  marking: MilestoneMarksState;
  files: ReactNode;
  first: number;
  rows: number;
  go: (event: KeyboardEvent, to: GridPosition | undefined) => void;
};

function GroupRows({ group, milestone, marking, files, first, rows, go }: GroupRowsProps) {
  const result = marking.results[group._id];
  const members = group.fypGroupMembers;
  return (
    <tbody>
      {members.map((member, index) => (
        <tr key={member._id}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={members.length}>
              {group.fypGroupName}
              <Text size="sm" c="dimmed" className="breakable">
                {group.fypTitle}
              </Text>
              {files}
              {result && result.message !== '' && (
                <Text
                  size="sm"
                  role={result.isDone ? 'status' : 'alert'}
                  c={result.isDone ? undefined : 'var(--mantine-color-error)'}
                >
                  {result.message}
                </Text>
              )}
            </th>
          )}
          <MemberRow
            member={member}
            group={group}
            milestone={milestone}
            marking={marking}
            row={first + index}
            rows={rows}
            go={go}
            conflict={result?.conflicts.find(({ memberId }) => memberId === member._id)}
          />
        </tr>
      ))}
    </tbody>
  );
}

type MemberRowProps = Omit<GroupRowsProps, 'first' | 'files'> & {
  member: FullMember;
  row: number;
  conflict: EditConflict | undefined;
};

function MemberRow({ member, group, milestone, marking, row, rows, go, conflict }: MemberRowProps) {
  const scheme = useMarkingScheme();
  const { key, title } = milestone;
  const saved = member[key];
  const isHere = ({ memberId }: { memberId: string }) => memberId === member._id;
  const typed = marking.draft.cells.find(isHere);
  const changed = dropUnchangedFields(marking.draft, group).cells.find(isHere);
  const errors = typed ? findCellErrors(scheme, typed) : {};
  const errorId = `error-${member._id}`;
  const error = errors.marks ?? errors.feedback;
  return (
    <>
      <Person name={member.name} roll={member.roll} />
      <td data-label={`Marks of ${milestone.total}`} style={{ width: '7rem' }}>
        <MarksField
          inputClassName={classes.field}
          aria-label={`${member.name}, ${title}: marks`}
          total={milestone.total}
          isInvalid={errors.marks !== undefined}
          describedBy={errors.marks && errorId}
          data-field={`${row}:0`}
          data-unsaved={changed?.marks !== undefined || undefined}
          data-unmarked={(saved?.marks ?? null) === null || undefined}
          value={typed?.marks ?? formatMarks(saved?.marks ?? null)}
          onChange={(marks) => marking.type(group, member._id, { marks })}
          onKeyDown={(event) =>
            go(event, getNextPositionFromMarks(event, { row, column: 0 }, rows))
          }
        />
      </td>
      <td data-label="Feedback">
        <textarea
          className={classes.field}
          rows={1}
          aria-label={`${member.name}, ${title}: feedback`}
          aria-invalid={errors.feedback !== undefined}
          aria-describedby={errors.feedback && errorId}
          data-field={`${row}:1`}
          data-unsaved={changed?.feedback !== undefined || undefined}
          value={typed?.feedback ?? saved?.feedback ?? ''}
          onChange={(event) => marking.type(group, member._id, { feedback: event.target.value })}
          onKeyDown={(event) => go(event, handleFeedbackKey(event, row, rows))}
        />
        {error && (
          <Text size="sm" id={errorId} c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        {conflict && (
          <ConflictChoice
            conflict={conflict}
            name={member.name}
            onDecide={(choice) => marking.decide(group, conflict, choice)}
          />
        )}
      </td>
    </>
  );
}

const Person = ({ name, roll }: Pick<FullMember, 'name' | 'roll'>) => (
  <td>
    {name}
    <Text size="sm" c="dimmed" className="tabular">
      {roll}
    </Text>
  </td>
);

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

type ConflictChoiceProps = {
  conflict: EditConflict;
  name: string;
  onDecide: (choice: 'mine' | 'theirs') => void;
};

function ConflictChoice({ conflict, name, onDecide }: ConflictChoiceProps) {
  const { changedBy, marks, feedback, isOwn } = conflict;
  const labels = getConflictChoiceLabels(conflict);
  return (
    <Group gap="xs" mt="xs" role="group" aria-label={`Conflict for ${name}`}>
      <Text size="sm">
        {isOwn ? 'On another page you' : <bdi>{changedBy}</bdi>} saved {marks ?? 'no marks'}{' '}
        meanwhile
        {feedback && (
          <>
            : “<bdi>{feedback}</bdi>”
          </>
        )}
        .
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onDecide('mine')}>
        {labels.mine}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onDecide('theirs')}>
        {labels.theirs}
      </Button>
    </Group>
  );
}
