import { Button, Select, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { findUnknownChoices } from '#client/api/lists/use-filters.ts';
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
        actions={
          hasOutcomes && (
            <Button component={Link} to={paths.outcomes} variant="default">
              Learning outcomes
            </Button>
          )
        }
      >
        <InsightFilterSelect
          label="Program"
          all="All programs"
          data={choices?.programs ?? []}
          value={filter.program}
          onChange={(to) => set('program', to)}
        />
        <InsightFilterSelect
          label="Category"
          all="All categories"
          data={choices?.categories ?? []}
          value={filter.category}
          onChange={(to) => set('category', to)}
        />
        {isAdmin && (
          <InsightFilterSelect
            label="Supervisor"
            all="All supervisors"
            data={(choices?.supervisors ?? []).map(({ _id, name }) => ({
              value: _id,
              label: name,
            }))}
            value={filter.supervisor}
            onChange={(to) => set('supervisor', to)}
          />
        )}
      </FilterBar>
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
    </Stack>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  data: string[] | { value: string; label: string }[];
  value: string | undefined;
  onChange: (to: string | null) => void;
};

export function InsightFilterSelect({ label, all, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      data={data}
      value={value ?? null}
      onChange={onChange}
      searchable={data.length > 10}
      clearable
      clearButtonProps={{ 'aria-label': `Show ${all.toLowerCase()}` }}
    />
  );
}
