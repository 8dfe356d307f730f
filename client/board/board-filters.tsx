import type { ReactNode } from 'react';
import { addChosenOption, findUnknownChoices } from '#client/api/lists/use-filters.ts';
import { toChoices } from '#client/ui/list/choice-list.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import type { BoardDeadline, BoardRow } from '#contract/board.ts';
import { boardStates, formatBoardState } from '#contract/rules/board-states.ts';
import { sortByText, sortTexts } from '#contract/values/sort-key.ts';
import type { BoardUrlState } from './use-board-address.ts';

type BoardFiltersProps = {
  address: BoardUrlState;
  rows: readonly BoardRow[];
  deadlines: readonly BoardDeadline[];
  /** False if `rows` is only one page of a large board. Some filter options may then be missing. */
  hasAllRows: boolean;
  /** True if a meeting of the cohort was recorded. */
  hasMeetings: boolean;
  resultText: string;
  actions: ReactNode;
};

const states = boardStates.map((value) => ({ value, label: formatBoardState(value) }));
const meetingStates = [{ value: 'quiet', label: 'No recent meeting' }];
const distinct = (values: readonly string[]) => toChoices(sortTexts(new Set(values)));

export function BoardFilters({
  address,
  rows,
  deadlines,
  hasAllRows,
  hasMeetings,
  resultText,
  actions,
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
  const { program, category, supervisor, deadline } = filter;
  const addChosen: typeof addChosenOption = hasAllRows ? (options) => options : addChosenOption;
  const choices = [
    ['state', 'State', states],
    ['deadline', 'Deadline', deadlines.map(({ _id, title }) => ({ value: _id, label: title }))],
    ['supervisor', 'Supervisor', addChosen(supervisors, supervisor, 'not on this page')],
    ['program', 'Program', addChosen(distinct(rows.map((row) => row.program)), program)],
    ['category', 'Category', addChosen(distinct(rows.map((row) => row.fypCategory)), category)],
    ...(hasMeetings || filter.meetings ? [['meetings', 'Meetings', meetingStates] as const] : []),
  ] as const;
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
    <>
      <FilterBar
        actions={actions}
        filters={choices.map(([name, label, options]) => ({
          label,
          options,
          value: filter[name],
          onChange: (to) => narrow(name, to),
        }))}
      >
        <SearchField
          label="Search groups"
          value={address.q}
          onSearch={address.search}
          found={resultText}
        />
      </FilterBar>
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
    </>
  );
}
