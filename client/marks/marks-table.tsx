import { Skeleton, Table, Text } from '@mantine/core';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { AskAbout } from '#client/layout/ask-about.tsx';
import type { FullMember, MarkEntry } from '#contract/groups.ts';
import { computeFinalMark, isUnweightedScheme } from '#contract/rules/final-mark.ts';
import {
  listMilestones,
  type MarkingScheme,
  type Milestone,
  type SchemePart,
  sumMarks,
  sumMilestoneTotals,
} from '#contract/rules/scheme.ts';
import {
  formatMarkedCount,
  noMarksPlaceholder,
  sumMarkedMilestones,
} from '#contract/rules/shown-sum.ts';
import classes from './marks-table.module.css';

/** Typical marking scheme, rendered while the cohort's scheme loads, so that the layout hardly shifts. */
const usualShape: MarkingScheme = {
  parts: [8, 5, 1].map((rows, part) => ({
    title: `part ${part}`,
    milestones: Array.from({ length: rows }, (_, row) => ({
      key: `${part} ${row}`,
      title: '',
      total: 1,
      weight: 1,
      markers: [],
    })),
  })),
};

/** Table of a member's marks (spec 2, 9). Sets roles, because some browsers drop the implicit roles of stacked rows. */
export function MarksTable({ member: loaded }: { member?: FullMember }) {
  const known = useMarkingScheme();
  const isKnown = known.parts.length > 0;
  const scheme = isKnown ? known : usualShape;
  const member = isKnown ? loaded : undefined;
  return (
    <Table role="table" className={classes.table} aria-label="Assessment marks">
      <Table.Thead role="rowgroup" className={classes.head}>
        <Table.Tr role="row">
          <Table.Th role="columnheader" w="26%">
            Milestone
          </Table.Th>
          <Table.Th role="columnheader" w="28%">
            Marks
          </Table.Th>
          <Table.Th role="columnheader">Feedback</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {scheme.parts.map((part) => (
        <PartRows key={part.title} label={isKnown ? part.title : ''} part={part} member={member} />
      ))}
      <Table.Tfoot role="rowgroup" style={{ verticalAlign: 'top' }}>
        <SumRow label="Overall" milestones={listMilestones(scheme)} member={member} />
        {!isUnweightedScheme(scheme) && <FinalRow scheme={scheme} member={member} />}
      </Table.Tfoot>
    </Table>
  );
}

type PartRowsProps = { label: string; part: SchemePart; member?: FullMember | undefined };

function PartRows({ label, part, member }: PartRowsProps) {
  const { milestones } = part;
  return (
    <Table.Tbody role="rowgroup" style={{ verticalAlign: 'top', breakInside: 'avoid' }}>
      <SumRow label={label} milestones={milestones} member={member} />
      {milestones.map((milestone) => (
        <MilestoneRow key={milestone.key} milestone={milestone} entry={member?.[milestone.key]} />
      ))}
    </Table.Tbody>
  );
}

function MilestoneRow({ milestone, entry }: { milestone: Milestone; entry?: MarkEntry }) {
  const { key, title, total } = milestone;
  const isMarked = typeof entry?.marks === 'number';
  return (
    <Table.Tr role="row" className={classes.row}>
      <Table.Th role="rowheader" scope="row" fw={400}>
        {title || <LoadingLine width="8rem" />}
      </Table.Th>
      <Table.Td role="cell" className={classes.marks}>
        {entry ? (
          <>
            <span style={{ whiteSpace: 'nowrap' }}>
              {isMarked ? (
                <strong>{entry.marks}</strong>
              ) : (
                // On paper, leave missing marks blank so that they can be filled in by hand.
                <Text span inherit c="dimmed" data-no-print>
                  0
                </Text>
              )}{' '}
              <Text span inherit c="dimmed">
                of {total}
              </Text>
            </span>{' '}
            {!isMarked && (
              <span className={classes.missing} data-no-print>
                Not marked yet
              </span>
            )}
          </>
        ) : (
          <LoadingLine width="4rem" />
        )}
      </Table.Td>
      <Table.Td role="cell" className={`typed ${classes.feedback}`}>
        {entry ? <Feedback text={entry.feedback} /> : <LoadingLine width="70%" />}
        {(isMarked || entry?.feedback) && (
          <div>
            <AskAbout kind="milestone" id={key} title={title} />
          </div>
        )}
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

const sumRow = `${classes.row} ${classes.sum}`;

type SumRowProps = {
  label: string;
  milestones: readonly Milestone[];
  member?: FullMember | undefined;
};

function SumRow({ label, milestones, member }: SumRowProps) {
  const total = sumMilestoneTotals(milestones);
  return (
    <Table.Tr role="row" bg="var(--portal-tint)" className={sumRow}>
      <Table.Th role="rowheader" scope="row">
        {label || <LoadingLine width="6rem" />}
      </Table.Th>
      <Table.Td role="cell" fw={700} className={classes.marks}>
        {member ? `${sumMarks(member, milestones)} of ${total}` : <LoadingLine width="5rem" />}
      </Table.Td>
      <Table.Td role="cell" className={classes.feedback}>
        {member ? (
          <MarkedSoFar member={member} milestones={milestones} />
        ) : (
          <LoadingLine width="9rem" />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Row with the final mark. Rendered only if the milestones' weights are not proportional to their totals. */
function FinalRow({ scheme, member }: { scheme: MarkingScheme; member?: FullMember | undefined }) {
  const all = listMilestones(scheme);
  const isMarked = member && sumMarkedMilestones(member, all).marked > 0;
  const final = member && computeFinalMark(member, scheme);
  return (
    <Table.Tr role="row" bg="var(--portal-tint)" className={sumRow}>
      <Table.Th role="rowheader" scope="row">
        Final mark
      </Table.Th>
      <Table.Td role="cell" fw={700} className={classes.marks}>
        {final === undefined ? (
          <LoadingLine width="5rem" />
        ) : isMarked ? (
          `${final}%`
        ) : (
          noMarksPlaceholder
        )}
      </Table.Td>
      <Table.Td role="cell" className={classes.feedback}>
        Milestones are weighted{member && `, ${formatMarkedCount(member, all)}`}
      </Table.Td>
    </Table.Tr>
  );
}

type SoFarProps = { member: FullMember; milestones: readonly Milestone[] };

/** Shows the sum of a member's marks so far, out of the maximum for the milestones that have been marked. */
function MarkedSoFar({ member, milestones }: SoFarProps) {
  const { sum, total, marked } = sumMarkedMilestones(member, milestones);
  if (marked === 0) return 'Nothing marked yet';
  return (
    <>
      <strong>
        {sum} of {total}
      </strong>{' '}
      marked so far ({getPercent(sum, total)}%), {marked} of{' '}
      {milestones.length === 1 ? '1 milestone' : `${milestones.length} milestones`}
    </>
  );
}

function getPercent(sum: number, total: number): number {
  return Math.round((sum / total) * 1000) / 10;
}

function LoadingLine({ width }: { width: string }) {
  return <Skeleton height={12} my={4.85} width={width} />;
}
