import { Table, Text } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { findOutcomeTrend } from '#contract/admin/outcomes.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { formatShare, NumberCell, NumbersTable } from './numbers-table.tsx';

type Cohorts = EndpointReply<typeof findOutcomeTrend>['cohorts'];

/** Loads separately, because the attainment of earlier cohorts is computed from all their marks. */
export function TrendSection({ program }: { program: string | undefined }) {
  const read = useRead(
    findOutcomeTrend,
    { query: { ...(program && { program }) } },
    { failure: 'Couldn’t load the earlier sessions', keepsPrevious: true },
  );
  return (
    <Section
      title="Trend"
      description="Percentage of students who attain each program learning outcome in the latest sessions. Sessions are compared by outcome code."
    >
      <Loaded read={read} loading={<LoadingTable rows={4} columns={4} label="Loading sessions…" />}>
        {({ cohorts }) => <TrendTable cohorts={cohorts} />}
      </Loaded>
    </Section>
  );
}

function TrendTable({ cohorts }: { cohorts: Cohorts }) {
  const codes = [...new Set(cohorts.flatMap(({ results }) => results.map(({ code }) => code)))];
  return (
    <NumbersTable
      label="Trend"
      minWidth={120 + cohorts.length * 130}
      columns={[
        { title: 'Outcome' },
        ...cohorts.map(({ name }) => ({ title: name, isNumber: true })),
      ]}
    >
      {codes.map((outcome) => (
        <Table.Tr key={outcome}>
          <Table.Th scope="row">{outcome}</Table.Th>
          {cohorts.map(({ code, results }) => {
            const result = results.find((each) => each.code === outcome);
            return (
              <NumberCell key={code}>
                {formatShare(result?.percent ?? null)}
                <Text size="xs" c="dimmed">
                  {result ? `of ${result.students}` : 'not defined'}
                </Text>
              </NumberCell>
            );
          })}
        </Table.Tr>
      ))}
    </NumbersTable>
  );
}
