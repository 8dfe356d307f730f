import { SegmentedControl, Table, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useSession } from '#client/api/session/session.ts';
import { AskAbout } from '#client/layout/ask-about.tsx';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { mayMark } from '#client/marks/assigned-groups.ts';
import { buildMarkEntries, type CellPosition } from '#client/marks/draft/draft.ts';
import type { MarksFormState } from '#client/marks/draft/use-marks-form.ts';
import { renderMarkSections } from '#client/marks/mark-sections.tsx';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import {
  listMilestones,
  type Milestone,
  type SchemePart,
  sumMilestoneTotals,
} from '#contract/rules/scheme.ts';
import { formatMarkedCount, formatMarksSum } from '#contract/rules/shown-sum.ts';
import type { GridPosition } from './grid-keys.ts';
import { MarkCell } from './mark-cell.tsx';
import classes from './marks-grid.module.css';

type MarksGridProps = {
  group: FullGroup;
  part: SchemePart;
  form: MarksFormState;
  /** Index of the member whose column is visible on a narrow screen. */
  shown: number;
  onShow: (column: number) => void;
  onCopyFeedback: (from: CellPosition) => void;
};

type RowProps = Pick<MarksGridProps, 'form' | 'shown'> & {
  group: FullGroup;
  members: readonly FullMember[];
};

export function MarksGrid({ group, part, onShow, onCopyFeedback, ...state }: MarksGridProps) {
  const scheme = useMarkingScheme();
  const grid = useRef<HTMLTableElement>(null);
  const members = group.fypGroupMembers;
  const { title, milestones } = part;
  const row: RowProps = { ...state, group, members };

  const go = ({ row, column }: GridPosition) => {
    if (!members[column]) return;
    // Show the member's column first, because a hidden field cannot be focused.
    flushSync(() => onShow(column));
    const field = `input[data-row="${row}"][data-column="${column}"]`;
    grid.current?.querySelector<HTMLInputElement>(field)?.focus();
  };

  return (
    <>
      {members.length > 1 && <WhichMember {...row} onShow={onShow} />}
      <Table
        ref={grid}
        className={classes.grid}
        layout="fixed"
        aria-label={`Marks, ${title}`}
        data-alone={members.length === 1 || undefined}
        stickyHeader
        stickyHeaderOffset="4rem"
      >
        {/* Set the widths in a `colgroup`, because the table header is visually hidden on a narrow screen. */}
        <colgroup>
          <col className={classes.milestone} />
        </colgroup>
        <GridHead members={members} shown={state.shown} />
        <Table.Tbody style={{ verticalAlign: 'top' }}>
          {milestones.map((milestone, index) => (
            <MilestoneRow
              key={milestone.key}
              {...row}
              milestone={milestone}
              index={index}
              rows={milestones.length}
              onGo={go}
              onCopyFeedback={onCopyFeedback}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot
          className="unruledEnd"
          style={{
            verticalAlign: 'top',
            borderTop: '2px solid var(--mantine-color-default-border)',
          }}
        >
          <SumRow
            {...row}
            label={
              <>
                <bdi>{title}</bdi> total
              </>
            }
            milestones={milestones}
          />
          {scheme.parts.length > 1 && (
            <SumRow {...row} label="Total" milestones={listMilestones(scheme)} />
          )}
        </Table.Tfoot>
      </Table>
    </>
  );
}

function GridHead({ members, shown }: Pick<RowProps, 'members' | 'shown'>) {
  return (
    <Table.Thead className="sticky" style={{ verticalAlign: 'bottom' }}>
      <Table.Tr>
        <Table.Th scope="col" className={classes.milestone}>
          Milestone
        </Table.Th>
        {members.map(({ _id, name, roll }, column) => (
          <Table.Th key={_id} scope="col" data-shown={column === shown || undefined}>
            <Text
              display="block"
              inherit
              fz="sm"
              fw={600}
              c="var(--mantine-color-text)"
              className="breakable"
              translate="no"
            >
              {name}
            </Text>
            <Text span size="xs" c="dimmed" translate="no">
              {roll}
            </Text>
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

const markerNames = { supervisor: 'supervisor', externalExaminer: 'external examiner' };

const formatMarkers = ({ markers }: Milestone) =>
  `Marked by the ${markers.map((marker) => markerNames[marker]).join(' or ')}`;

type MilestoneRowProps = RowProps & {
  milestone: Milestone;
  index: number;
  rows: number;
  onGo: (place: GridPosition) => void;
  onCopyFeedback: (from: CellPosition) => void;
};

function MilestoneRow(props: MilestoneRowProps) {
  const { milestone, index, rows, group, members, form, shown, onGo, onCopyFeedback } = props;
  const session = useSession();
  const isClosed = useClosedCohort(group.cohortId) !== undefined;
  const isReadOnly = isClosed || !session || !mayMark(milestone, group, session);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600} className={classes.milestone}>
        {milestone.title}
        {isReadOnly && !isClosed && (
          <Text span display="block" size="xs" c="dimmed">
            {formatMarkers(milestone)}
          </Text>
        )}
        <div>
          <AskAbout kind="milestone" id={milestone.key} title={milestone.title} />
        </div>
      </Table.Th>
      {members.map((member, column) => {
        const place: CellPosition = { memberId: member._id, milestone: milestone.key };
        const cell = form.cellAt(place);
        const mayCopy = !isReadOnly && members.length > 1 && cell.feedback.trim() !== '';
        return (
          <Table.Td
            key={member._id}
            data-shown={column === shown || undefined}
            data-unsaved={cell.isUnsaved || undefined}
          >
            <MarkCell
              member={member}
              milestone={milestone}
              cell={cell}
              isReadOnly={isReadOnly}
              place={{ row: index, column }}
              rows={rows}
              onGo={onGo}
              onCopyFeedback={mayCopy ? () => onCopyFeedback(place) : undefined}
            />
            {renderMarkSections({ group, member, milestone, isOfManyGroups: false })}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

type SumRowProps = RowProps & { label: ReactNode; milestones: readonly Milestone[] };

/** Row with the sum of each member's marks. Counts valid typed marks instead of the saved marks. */
function SumRow({ label, milestones, members, form, shown }: SumRowProps) {
  const scheme = useMarkingScheme();
  return (
    <Table.Tr>
      <Table.Th scope="row" fz="xs" fw={600} c="dimmed" style={{ verticalAlign: 'baseline' }}>
        {label}
      </Table.Th>
      {members.map((member, column) => {
        const entries = buildMarkEntries(scheme, member, form.changes);
        return (
          <Table.Td key={member._id} data-shown={column === shown || undefined}>
            <strong>{formatMarksSum(entries, milestones)}</strong> /{' '}
            {sumMilestoneTotals(milestones)}
            <Text display="block" size="xs" c="dimmed">
              {formatMarkedCount(entries, milestones)}
            </Text>
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

type WhichMemberProps = RowProps & { onShow: (column: number) => void };

function WhichMember({ form, members, shown, onShow }: WhichMemberProps) {
  return (
    <SegmentedControl
      aria-label="Member"
      display="flex"
      hiddenFrom="sm"
      data-no-print
      orientation="vertical"
      fullWidth
      value={String(shown)}
      onChange={(value) => onShow(Number(value))}
      data={members.map(({ _id, name }, column) => ({
        value: String(column),
        label: (
          <>
            <bdi>{name}</bdi>
            {formatUnsaved(form, _id)}
          </>
        ),
      }))}
    />
  );
}

function formatUnsaved({ changes }: MarksFormState, member: string): string {
  const count = changes.cells.filter(({ memberId }) => memberId === member).length;
  return count === 0 ? '' : ` · ${count} unsaved`;
}
