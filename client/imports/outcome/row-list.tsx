import { Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { ColumnMatch } from '#client/imports/match/match-columns.ts';
import type { ImportTableRow, ImportTable as ReadTable } from '#client/imports/match/table.ts';
import type { ImportResult } from '#client/imports/post-import.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { ListTable } from '#client/ui/list/list-table.tsx';
import { matchesSearch } from '#client/ui/list/matches-search.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { SearchBox } from '#client/ui/list/search-box.tsx';
import { type ImportKind, importColumns } from '#contract/admin/imports.ts';
import { buildRowFilters } from './outcomes.ts';
import classes from './row-list.module.css';
import { RowOutcome } from './row-outcome.tsx';

const limit = 25;

type RowListProps = {
  kind: ImportKind;
  table: ReadTable;
  match: ColumnMatch;
  result: ImportResult | undefined;
};

export function RowList({ kind, table, match, result }: RowListProps) {
  const [q, setQ] = useState('');
  const [filter, setFilter] = useState('all');
  const [page, goToPage] = useState(1);
  const filters = result ? buildRowFilters(result) : [];
  // Undefined if all rows are selected, or if no row of a new import result matches the filter.
  const activeFilter = filters.find(({ value }) => value === filter);
  const matchingRows = table.rows.filter(
    ({ row, cells }) => (!activeFilter || activeFilter.rows.has(row)) && matchesSearch(q, ...cells),
  );
  const total = matchingRows.length;
  const from = (Math.min(page, Math.max(1, Math.ceil(total / limit))) - 1) * limit;
  const showAll = () => {
    setQ('');
    setFilter('all');
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <SearchBox
          label="Search rows"
          value={q}
          onChange={setQ}
          found={q === '' ? '' : `${total} ${total === 1 ? 'row' : 'rows'} found`}
        />
        {filters.length > 1 && (
          <NativeSelect
            label="Show"
            data={[
              { value: 'all', label: `All rows (${table.rows.length.toLocaleString('en-GB')})` },
              ...filters.map(({ value, label }) => ({ value, label })),
            ]}
            value={activeFilter?.value ?? 'all'}
            onChange={(event) => {
              setFilter(event.currentTarget.value);
              goToPage(1);
            }}
          />
        )}
      </Group>
      {total === 0 ? (
        <NothingFound title="No matching rows" all="rows" onShowAll={showAll}>
          Try different keywords. The search covers all cells of a row.
        </NothingFound>
      ) : (
        <ListFrame>
          <RowTable
            kind={kind}
            match={match}
            rows={matchingRows.slice(from, from + limit)}
            result={result}
          />
        </ListFrame>
      )}
      <PageLinks
        label="Pages of rows"
        address={{ page: from / limit + 1, goToPage }}
        read={{ data: { total }, isStale: false }}
        limit={limit}
      />
    </Stack>
  );
}

const columns = [{ title: 'Row', w: '4rem' }, { title: 'Content' }, { title: 'Outcome', w: '45%' }];

type RowTableProps = Pick<RowListProps, 'kind' | 'match' | 'result'> & {
  rows: readonly ImportTableRow[];
};

function RowTable({ kind, match, rows, result }: RowTableProps) {
  const errors = Map.groupBy(result?.errors ?? [], ({ row }) => row);
  const outcomes = new Map(result?.rows.map((row) => [row.row, row]));
  return (
    <ListTable label="Rows of the file" columns={columns} cardsBelow="sm">
      {rows.map(({ row, cells }) => (
        <Table.Tr key={row} className={classes.row}>
          <Table.Td>{row}</Table.Td>
          <Table.Td>
            <Cells cells={fieldsOf(kind, match).map((index) => cells[index ?? -1] ?? '')} />
          </Table.Td>
          <Table.Td className={classes.outcome}>
            <RowOutcome
              kind={kind}
              isWritten={result?.isWritten === true}
              outcome={outcomes.get(row)}
              errors={errors.get(row) ?? []}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

const fieldsOf = (kind: ImportKind, match: ColumnMatch) =>
  Object.keys(importColumns[kind]).map((field) => match[field]);

function Cells({ cells }: { cells: readonly string[] }) {
  const [first, ...otherCells] = cells.filter((cell) => cell !== '');
  return (
    <>
      <Text size="sm" fw={600} className="breakable">
        {first}
      </Text>
      <Text size="sm" className="breakable">
        {otherCells.join(' · ')}
      </Text>
    </>
  );
}
