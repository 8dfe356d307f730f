import { Skeleton, Table, Text } from '@mantine/core';
import type { FullMember, MarkEntry } from '#contract/groups.ts';
import {
  type Milestone,
  milestoneKeys,
  milestones,
  milestonesOf,
  type Semester,
  semesters,
  soFarOf,
  sumOf,
  totalOf,
} from '#contract/milestones.ts';
import classes from './marks-table.module.css';

/**
 * A member's marks and feedback by semester, with totals (spec 2, 9). Without a member: the same rows, on their way.
 * On a phone the rows are stacked, which takes a table's meaning from some browsers: hence the roles.
 */
export function MarksTable({ member }: { member?: FullMember }) {
  return (
    <Table role="table" className={classes.table} aria-label="Assessment marks">
      <Table.Thead role="rowgroup" className={classes.head}>
        <Table.Tr role="row">
          <Table.Th role="columnheader">Milestone</Table.Th>
          <Table.Th role="columnheader">Marks</Table.Th>
          <Table.Th role="columnheader">Feedback</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {semesters.map((semester) => (
        <SemesterRows key={semester} semester={semester} member={member} />
      ))}
      <Table.Tfoot role="rowgroup">
        <SumRow label="Overall" keys={milestoneKeys} member={member} />
      </Table.Tfoot>
    </Table>
  );
}

function SemesterRows({ semester, member }: { semester: Semester; member?: FullMember }) {
  const keys = milestonesOf(semester);
  return (
    <Table.Tbody role="rowgroup" className={classes.semester}>
      <SumRow label={semester} keys={keys} member={member} />
      {keys.map((key) => (
        <MilestoneRow key={key} milestone={key} entry={member?.[key]} />
      ))}
    </Table.Tbody>
  );
}

function MilestoneRow({ milestone, entry }: { milestone: Milestone; entry?: MarkEntry }) {
  const { title, total } = milestones[milestone];
  const isMarked = typeof entry?.marks === 'number';
  return (
    <Table.Tr role="row" className={classes.row}>
      <Table.Th role="rowheader" scope="row" className={classes.milestone}>
        {title}
      </Table.Th>
      <Table.Td role="cell" className={classes.marks}>
        {entry ? (
          <>
            <span className={classes.figure}>
              <span className={classes.given} data-missing={!isMarked || undefined}>
                {entry.marks ?? 0}
              </span>{' '}
              <Text span inherit c="dimmed">
                of {total}
              </Text>
            </span>{' '}
            {!isMarked && <span className={classes.missing}>Not marked yet</span>}
          </>
        ) : (
          <LoadingLine width="4rem" />
        )}
      </Table.Td>
      <Table.Td role="cell" className={`typed ${classes.feedback}`}>
        {entry ? <Feedback text={entry.feedback} /> : <LoadingLine width="70%" />}
      </Table.Td>
    </Table.Tr>
  );
}

function Feedback({ text }: { text: string | null }) {
  if (text) return text;
  return (
    <Text span inherit c="dimmed">
      No feedback
    </Text>
  );
}

type SumRowProps = { label: string; keys: readonly Milestone[]; member?: FullMember };

/** What has been given of what there is; a milestone that is not marked yet counts 0. */
function SumRow({ label, keys, member }: SumRowProps) {
  const total = totalOf(keys);
  return (
    <Table.Tr role="row" className={classes.sum}>
      <Table.Th role="rowheader" scope="row" c="var(--mantine-color-text)" fz="inherit" fw={700}>
        {label}
      </Table.Th>
      <Table.Td role="cell" className={classes.marks}>
        {member ? `${sumOf(member, keys)} of ${total}` : <LoadingLine width="5rem" />}
      </Table.Td>
      <Table.Td role="cell" className={classes.feedback}>
        {member ? <SoFar member={member} keys={keys} /> : <LoadingLine width="9rem" />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Beside the totals of the whole year, what the marks say by now: a share of what is marked, not of what is to come. */
function SoFar({ member, keys }: { member: FullMember; keys: readonly Milestone[] }) {
  const { sum, total, marked } = soFarOf(member, keys);
  if (marked === 0) return 'Nothing marked yet';
  return (
    <>
      <strong>
        {sum} of {total}
      </strong>{' '}
      marked so far ({percentOf(sum, total)}%), {marked} of{' '}
      {keys.length === 1 ? '1 milestone' : `${keys.length} milestones`}
    </>
  );
}

/** With one decimal at most: 45.5 of 200 are 22.8 percent. */
function percentOf(sum: number, total: number): number {
  return Math.round((sum / total) * 1000) / 10;
}

/** As tall as a line of the table's text. */
function LoadingLine({ width }: { width: string }) {
  return <Skeleton height={12} my={4.85} width={width} />;
}
