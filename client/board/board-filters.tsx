import { Button, Checkbox, Group, Menu, Select, SimpleGrid, Switch } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { findUnknownChoices } from '#client/api/lists/use-filters.ts';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import type { BoardDeadline, BoardRow } from '#contract/board.ts';
import { formatSubmissionState } from '#contract/rules/board-cells.ts';
import { submissionStates } from '#contract/rules/submissions.ts';
import { sortByText, sortTexts } from '#contract/values/sort-key.ts';
import type { BoardColumn } from './columns.ts';
import type { BoardUrlState } from './use-board-address.ts';

type BoardFiltersProps = {
  address: BoardUrlState;
  rows: readonly BoardRow[];
  deadlines: readonly BoardDeadline[];
  /** False if `rows` is only one page of a large board. Some filter options may then be missing. */
  hasAllRows: boolean;
  resultText: string;
};

const states = submissionStates.map((value) => ({ value, label: formatSubmissionState(value) }));
const distinct = (values: readonly string[]) => sortTexts(new Set(values));

export function BoardFilters({
  address,
  rows,
  deadlines,
  hasAllRows,
  resultText,
}: BoardFiltersProps) {
  const { filter, narrow } = address;
  const names = new Map(
    rows.flatMap(({ supervisorId, supervisor }) =>
      supervisorId ? [[supervisorId, supervisor] as const] : [],
    ),
  );
  const supervisors = sortByText(
    [...names].map(([value, label]) => ({ value, label })),
    ({ label }) => label,
  );
  const choices = [
    ['program', 'Program', distinct(rows.map(({ program }) => program))],
    ['category', 'Category', distinct(rows.map(({ fypCategory }) => fypCategory))],
    ['supervisor', 'Supervisor', supervisors],
    ['state', 'State', states],
    ['deadline', 'Deadline', deadlines.map(({ _id, title }) => ({ value: _id, label: title }))],
  ] as const;
  const { program, category, supervisor, deadline } = filter;
  const unknown = [
    ...address.unknown,
    ...findUnknownChoices({ deadline }, { deadline: deadlines.map(({ _id }) => _id) }),
    ...findUnknownChoices(hasAllRows ? { program, category, supervisor } : {}, {
      program: rows.map((row) => row.program),
      category: rows.map(({ fypCategory }) => fypCategory),
      supervisor: [...names.keys()],
    }),
  ];
  return (
    <SimpleGrid minColWidth="8.5rem" autoFlow="auto-fit" spacing="sm">
      <SearchField
        label="Search groups"
        value={address.q}
        onSearch={address.search}
        found={resultText}
      />
      {choices.map(([name, label, data]) => (
        <Select
          key={name}
          label={label}
          placeholder="All"
          data={[...data] as string[]}
          value={filter[name] ?? null}
          onChange={(to) => narrow(name, to)}
          searchable={data.length > 10}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
        />
      ))}
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
    </SimpleGrid>
  );
}

type BoardSwitchesProps = { address: BoardUrlState; columns: readonly BoardColumn[] };

export function BoardViewSwitches({ address, columns }: BoardSwitchesProps) {
  const { hidden, hide } = address;
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    hide(next);
  };
  return (
    <Group gap="md">
      <Switch
        label="Show marks"
        checked={address.withMarks}
        onChange={(event) => address.showMarks(event.currentTarget.checked)}
      />
      <Switch
        label="Group by supervisor"
        checked={address.isGrouped}
        onChange={(event) => address.groupBySupervisor(event.currentTarget.checked)}
      />
      <Menu closeOnItemClick={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconColumns size={18} aria-hidden />}>
            Columns
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          {columns
            .filter(({ name }) => name !== 'group')
            .map(({ name, title }) => (
              <Menu.Item
                key={name}
                role="menuitemcheckbox"
                aria-checked={!hidden.has(name)}
                leftSection={
                  <Checkbox.Indicator size="xs" checked={!hidden.has(name)} aria-hidden />
                }
                onClick={() => toggle(name)}
              >
                {title}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
