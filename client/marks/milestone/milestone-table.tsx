import { Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { GridPosition } from '#client/marks/grid/grid-keys.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import type { FullGroup } from '#contract/groups.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import { MemberRow, type Sheet } from './member-row.tsx';
import classes from './milestone.module.css';
import type { MilestoneMarksState } from './use-milestone-marks.ts';
import type { PastedMarks } from './use-pasted-marks.ts';

type MilestoneTableProps = {
  milestone: Milestone;
  marking: MilestoneMarksState;
  pasted: PastedMarks;
  filesOf: (group: FullGroup) => ReactNode;
};

/** A table, which becomes a list of groups on a phone: one line for each member, with the feedback below. */
export function MilestoneTable({ milestone, marking, pasted, filesOf }: MilestoneTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const { groups } = marking;
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
            <th scope="col">Group</th>
            <th scope="col">Member</th>
            <th scope="col">Marks of {milestone.total}</th>
            <th scope="col">Feedback</th>
          </tr>
        </thead>
        {groups.map((group, place) => (
          <GroupRows
            key={group._id}
            sheet={{ milestone, marking, pasted, rows, go }}
            group={group}
            files={filesOf(group)}
            first={firsts[place] ?? 0}
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

type GroupRowsProps = { sheet: Sheet; group: FullGroup; files: ReactNode; first: number };

function GroupRows({ sheet, group, files, first }: GroupRowsProps) {
  const result = sheet.marking.results[group._id];
  const members = group.fypGroupMembers;
  return (
    <tbody>
      {members.map((member, index) => (
        <tr key={member._id}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={members.length} className={classes.group}>
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
          <MemberRow sheet={sheet} member={member} group={group} row={first + index} />
        </tr>
      ))}
    </tbody>
  );
}
