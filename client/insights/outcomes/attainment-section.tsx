import { Badge, Button, Menu, Select, Table, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useDownload } from '#client/api/files/use-download.ts';
import { findUnknownChoices } from '#client/api/lists/use-filters.ts';
import { percentAxis } from '#client/insights/charts/axis.ts';
import { BarChart } from '#client/insights/charts/bars.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import {
  exportOutcomeReport,
  exportOutcomes,
  type findOutcomes,
  type ProgramResults,
} from '#contract/admin/outcomes.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { formatShare, NumberCell, NumbersTable } from './numbers-table.tsx';
import type { OutcomesUrlState } from './use-outcomes-address.ts';

export type OutcomesReply = EndpointReply<typeof findOutcomes>;
type SectionProps = { outcomes: OutcomesReply; address: OutcomesUrlState };

export function AttainmentSection({ outcomes, address }: SectionProps) {
  const { program, unknown } = address;
  const { results, cohortPercent, studentPercent } = outcomes;
  const programs = results.flatMap((each) => each.program ?? []);
  const shown = results.find((each) =>
    program === undefined ? each.program === null : isSameListEntry(each.program ?? '', program),
  );
  return (
    <Section
      title="Attainment"
      description={`A student attains an outcome with at least ${studentPercent}% of its marks. Bars show the share of students with marks who attain it. The session attains an outcome with a share of at least ${cohortPercent}%.`}
    >
      <FilterBar actions={<ReportButtons address={address} />}>
        <Select
          label="Program"
          placeholder="All programs"
          data={programs}
          value={program ?? null}
          onChange={(to) => address.narrow('program', to)}
          clearable
          clearButtonProps={{ 'aria-label': 'Show all programs' }}
        />
      </FilterBar>
      <UnknownFilters
        unknown={[...unknown, ...findUnknownChoices({ program }, { program: programs })]}
        onRemove={address.remove}
      />
      {shown && shown.students > 0 ? (
        <Results result={shown} outcomes={outcomes} />
      ) : (
        <EmptyState title="No students yet">
          Figures appear once groups have submitted proposals and milestones are marked.
        </EmptyState>
      )}
    </Section>
  );
}

function ReportButtons({ address }: { address: OutcomesUrlState }) {
  const report = useDownload({ failure: 'Couldn’t download the report' });
  const table = useDownload({ failure: 'Couldn’t export the table' });
  const definitions = useDownload({ failure: 'Couldn’t download the definitions' });
  const isRunning = report.progress.bytes !== undefined;
  const isDisabled = address.unknown.length > 0;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        disabled={isDisabled && !isRunning}
        onClick={() =>
          isRunning
            ? report.progress.onCancel()
            : report.download(exportOutcomeReport, { query: address.report })
        }
        data-no-print
      >
        {isRunning ? 'Cancel' : 'Report (PDF)'}
      </Button>
      <MoreMenu
        download={{
          ...table.progress,
          isDisabled,
          onSave: (format) =>
            table.download(exportOutcomes, {
              params: { table: 'attainment' },
              query: { ...address.report, format },
            }),
        }}
      >
        <Menu.Item
          onClick={() =>
            definitions.download(exportOutcomes, {
              params: { table: 'definitions' },
              query: { ...address.report, format: 'xlsx' },
            })
          }
        >
          Definitions (Excel)
        </Menu.Item>
      </MoreMenu>
    </>
  );
}

type Result = ProgramResults['plos'][number];

function Results({ result, outcomes }: { result: ProgramResults; outcomes: OutcomesReply }) {
  const { program, students, unmarked, plos, clos } = result;
  const rows = [...plos, ...clos].map((each) => ({
    ...each,
    key: each.code,
    text: findText(outcomes, each.code, program),
  }));
  return (
    <>
      <Text size="sm" role="status">
        {students === 1 ? '1 student' : `${students} students`}
        {unmarked > 0 && `, of whom ${unmarked} ${unmarked === 1 ? 'has' : 'have'} no marks yet`}
      </Text>
      <div
        role="img"
        aria-label="Chart: share of students who attain each outcome. The table below has its numbers."
      >
        <BarChart
          rows={rows.map((row) => ({ ...row, label: row.code, share: row.percent ?? 0 }))}
          series={[{ label: 'Share', fill: 'pine', of: ({ share }) => share }]}
          axis={percentAxis}
          unit="%"
          withValues
        />
      </div>
      <NumbersTable
        label="Attainment"
        minWidth={760}
        columns={[
          { title: 'Outcome' },
          { title: 'Share (%)', isNumber: true },
          { title: 'Session' },
          { title: 'Students with marks', isNumber: true },
          { title: 'Attained by', isNumber: true },
          { title: 'Mean (%)', isNumber: true },
          { title: 'Marks missing for', isNumber: true },
        ]}
      >
        {rows.map((row) => (
          <Table.Tr key={row.key}>
            <Table.Th scope="row" fw={400} miw={110} maw={320} className="breakable">
              <Text span size="sm" fw={600}>
                {row.code}
              </Text>
              <Text size="sm" c="dimmed">
                <bdi>{row.text}</bdi>
              </Text>
            </Table.Th>
            <NumberCell>{formatShare(row.percent)}</NumberCell>
            <Table.Td>
              <CohortResult result={row} />
            </Table.Td>
            <NumberCell>{row.students}</NumberCell>
            <NumberCell>{row.attained}</NumberCell>
            <NumberCell>{formatShare(row.mean)}</NumberCell>
            <NumberCell>{row.incomplete}</NumberCell>
          </Table.Tr>
        ))}
      </NumbersTable>
    </>
  );
}

function CohortResult({ result: { isAttained } }: { result: Result }) {
  if (isAttained === null)
    return (
      <Badge color="gray" miw="max-content">
        Not measured
      </Badge>
    );
  return isAttained ? (
    <Badge miw="max-content">Attained</Badge>
  ) : (
    <Badge color="brass" miw="max-content">
      Below
    </Badge>
  );
}

/** Returns the title of a PLO, or all of its titles if programs define its code differently, or the text of a CLO. */
function findText({ plos, clos }: OutcomesReply, code: string, program: string | null): string {
  const titles = plos
    .filter((plo) => plo.code === code)
    .filter(
      ({ programs }) =>
        program === null || !programs || programs.some((each) => isSameListEntry(each, program)),
    )
    .map(({ title }) => title);
  if (titles.length > 0) return [...new Set(titles)].join(' / ');
  return clos.find((clo) => clo.code === code)?.description ?? '';
}
