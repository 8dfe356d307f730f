import { Anchor, Select, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useDownload } from '#client/api/files/use-download.ts';
import { findUnknownChoices } from '#client/api/lists/use-filters.ts';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { toChoices } from '#client/ui/list/choice-list.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import {
  exportOutcomes,
  listOutcomeStudents,
  type OutcomeStudent,
} from '#contract/admin/outcomes.ts';
import { paths } from '#contract/paths.ts';
import { type Attainment, listOutcomes } from '#contract/rules/outcomes.ts';
import type { OutcomesReply } from './attainment-section.tsx';
import { formatShare, NumberCell, NumbersTable } from './numbers-table.tsx';
import { type OutcomesUrlState, studentsPageSize } from './use-outcomes-address.ts';

type StudentsProps = { outcomes: OutcomesReply; address: OutcomesUrlState };

const nothing = { students: [], total: 0 };

export function StudentsSection({ outcomes, address }: StudentsProps) {
  const { filter, page, q, unknown, outcome } = address;
  const codes = listOutcomes(outcomes).map(({ code }) => code);
  const list = useListRead(
    listOutcomeStudents,
    { query: { ...filter, page, limit: studentsPageSize } },
    {
      ...{ unknown, nothing },
      ...{ failure: 'Couldn’t load the students', keepsPrevious: true, staleTime: 0 },
    },
  );
  const resultText = list.data && !list.isStale && formatSearchCount(list.data.total, 'student', q);
  return (
    <Section
      title="Students"
      description="Attainment as a percentage of the marks. Milestones without a mark aren’t counted."
    >
      <StudentFilters address={address} codes={codes} resultText={resultText || undefined} />
      <UnknownFilters
        unknown={findUnknownChoices({ outcome }, { outcome: codes })}
        onRemove={address.remove}
      />
      <Loaded read={list} loading={<LoadingTable rows={6} columns={4} label="Loading students…" />}>
        {({ students, total }) =>
          total === 0 ? (
            <NoStudents address={address} />
          ) : (
            <ListFrame isStale={list.isStale}>
              <NumbersTable
                label="Students"
                minWidth={180 + codes.length * 95}
                columns={[
                  { title: 'Student' },
                  ...codes.map((title) => ({ title, isNumber: true })),
                ]}
              >
                {students.map((student) => (
                  <StudentRow key={student._id} student={student} codes={codes} />
                ))}
              </NumbersTable>
            </ListFrame>
          )
        }
      </Loaded>
      <PageLinks label="Pages of students" address={address} read={list} limit={studentsPageSize} />
    </Section>
  );
}

function NoStudents({ address }: { address: OutcomesUrlState }) {
  if (!address.isNarrowed) return <EmptyState title="No students yet" drawing="people" />;
  return (
    <NothingFound title="No matching students" all="students" onShowAll={address.showAll}>
      Try different keywords. The search covers names, roll numbers and groups.
    </NothingFound>
  );
}

const states = [
  { value: 'attained', label: 'Attained' },
  { value: 'below', label: 'Below the threshold' },
  { value: 'incomplete', label: 'Marks missing' },
  { value: 'unmarked', label: 'No marks' },
];

const sorts = [
  { value: 'roll', label: 'Roll number' },
  { value: 'name', label: 'Name' },
  { value: 'group', label: 'Group' },
  { value: 'attainment', label: 'Lowest attainment first' },
  { value: '-attainment', label: 'Highest attainment first' },
];

type FiltersProps = {
  address: OutcomesUrlState;
  codes: string[];
  resultText: string | undefined;
};

function StudentFilters({ address, codes, resultText }: FiltersProps) {
  const { q, outcome, state, sort, unknown, report } = address;
  const { download, progress } = useDownload({ failure: 'Couldn’t export the list of students' });
  return (
    <FilterBar
      filters={[
        {
          label: 'Outcome',
          options: toChoices(codes),
          value: outcome,
          onChange: (to) => address.narrow('outcome', to),
        },
        {
          label: 'State',
          options: states,
          value: state,
          onChange: (to) => address.narrow('state', to),
        },
      ]}
      actions={
        <MoreMenu
          onlySaves
          download={{
            ...progress,
            isDisabled: unknown.length > 0,
            onSave: (format) =>
              download(exportOutcomes, {
                params: { table: 'students' },
                query: { ...report, format },
              }),
          }}
        />
      }
    >
      <SearchField
        label="Search students"
        placeholder="Name, roll number, group"
        value={q}
        onSearch={address.search}
        found={resultText}
      />
      <Select
        label="Sort by"
        data={sorts}
        value={sort}
        onChange={(to) => to && address.sortBy(to)}
      />
    </FilterBar>
  );
}

function StudentRow({ student, codes }: { student: OutcomeStudent; codes: readonly string[] }) {
  const { name, roll, fypGroupName, attainments } = student;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} miw={140}>
        <Text span size="sm" fw={600} className="breakable">
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {roll}
        </Text>
        <Anchor component={Link} to={paths.group(fypGroupName)} size="sm">
          {fypGroupName}
        </Anchor>
      </Table.Th>
      {codes.map((code) => (
        <AttainmentCell
          key={code}
          attainment={attainments.find((attainment) => attainment.code === code)}
        />
      ))}
    </Table.Tr>
  );
}

/** Says in words what is below the threshold or incomplete. The program of a student may lack an outcome. */
function AttainmentCell({ attainment }: { attainment: Attainment | undefined }) {
  if (!attainment) return <NumberCell>n/a</NumberCell>;
  const { percent, state, isIncomplete } = attainment;
  return (
    <NumberCell>
      {formatShare(percent)}
      {state === 'below' && (
        <Text size="xs" fw={600}>
          below
        </Text>
      )}
      {isIncomplete && (
        <Text size="xs" c="dimmed">
          marks missing
        </Text>
      )}
    </NumberCell>
  );
}
