import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { findUnknownChoices } from '#client/api/lists/use-filters.ts';
import { toChoices } from '#client/ui/list/choice-list.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { findInsightChoices } from '#contract/insights.ts';
import { paths } from '#contract/paths.ts';
import type { InsightFilterState } from './use-insight-filters.ts';

type InsightFiltersProps = {
  address: InsightFilterState;
  isAdmin: boolean;
  choices: EndpointReply<typeof findInsightChoices> | undefined;
  hasOutcomes: boolean;
};

export function InsightFilters({ address, isAdmin, choices, hasOutcomes }: InsightFiltersProps) {
  const { filter, set } = address;
  const supervisors = choices?.supervisors ?? [];
  const unknown = [
    ...address.unknown,
    ...findUnknownChoices(filter, {
      program: choices?.programs,
      category: choices?.categories,
      supervisor: choices?.supervisors.map(({ _id }) => _id),
    }),
  ];
  return (
    <Stack gap="sm" mb="lg">
      <FilterBar
        filters={[
          {
            label: 'Program',
            options: toChoices(choices?.programs ?? []),
            value: filter.program,
            onChange: (to) => set('program', to),
          },
          {
            label: 'Category',
            options: toChoices(choices?.categories ?? []),
            value: filter.category,
            onChange: (to) => set('category', to),
          },
          ...(isAdmin
            ? [
                {
                  label: 'Supervisor',
                  options: supervisors.map(({ _id, name }) => ({ value: _id, label: name })),
                  value: filter.supervisor,
                  onChange: (to: string | null) => set('supervisor', to),
                },
              ]
            : []),
        ]}
        actions={
          hasOutcomes && (
            <Button component={Link} to={paths.outcomes} variant="default">
              Learning outcomes
            </Button>
          )
        }
      />
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
    </Stack>
  );
}
