import { Box, Checkbox, NativeSelect, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { type Encoding, encodings } from './encodings.ts';
import { maxHeaderRows } from './match/find-header.ts';
import { formatFileColumn, type ImportTable as ReadTable } from './match/table.ts';
import type { Sheet, SheetRow } from './read/sheet.ts';
import type { ImportState } from './use-import.ts';

const previewRows = 5;

type PreviewProps = { importState: ImportState; sheet: Sheet };

export function ImportPreview({ importState, sheet }: PreviewProps) {
  const { table, doing, isReading } = importState;
  const isBusy = doing !== undefined || isReading;
  const hiddenCount = table?.hiddenCount ?? sheet.rows.filter(({ isHidden }) => isHidden).length;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        <SourceSelects importState={importState} sheet={sheet} isBusy={isBusy} />
      </SimpleGrid>
      {hiddenCount > 0 && (
        <HiddenRows importState={importState} count={hiddenCount} isBusy={isBusy} />
      )}
      {table && <FirstRows table={table} />}
    </Stack>
  );
}

function SourceSelects({ importState, sheet, isBusy }: PreviewProps & { isBusy: boolean }) {
  const { table, readChoice, layout, readAs, layOut: computeZipLayout } = importState;
  const { names, encoding, rows } = sheet;
  return (
    <>
      {names.length > 1 && (
        <NativeSelect
          label="Sheet"
          data={names.map(({ name, isHidden }) => ({
            value: name,
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          value={readChoice.sheet ?? sheet.name ?? ''}
          onChange={(event) => readAs({ sheet: event.currentTarget.value })}
          disabled={isBusy}
        />
      )}
      {encoding && (
        <NativeSelect
          label="Encoding"
          description="If the preview shows wrong characters, choose another encoding."
          data={Object.entries(encodings).map(([value, label]) => ({ value, label }))}
          value={readChoice.encoding ?? encoding}
          onChange={(event) => readAs({ encoding: event.currentTarget.value as Encoding })}
          disabled={isBusy}
        />
      )}
      {rows.length > 1 && (
        <NativeSelect
          label="Header row"
          data={rows.slice(0, maxHeaderRows).map((row) => ({
            value: String(row.row),
            label: headerLabel(row),
          }))}
          value={String(table?.headerRow ?? layout.headerRow ?? '')}
          onChange={(event) =>
            computeZipLayout({ ...layout, headerRow: Number(event.currentTarget.value) })
          }
          disabled={isBusy}
        />
      )}
    </>
  );
}

/** Example: "Row 3: Name, Email, Role". */
function headerLabel({ row, cells }: SheetRow): string {
  const text = cells.filter((cell) => cell.trim() !== '').join(', ');
  return `Row ${row}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

function HiddenRows({
  importState,
  count,
  isBusy,
}: {
  importState: ImportState;
  count: number;
  isBusy: boolean;
}) {
  const { layout, layOut: computeZipLayout } = importState;
  const includesHidden = layout.includesHidden === true;
  const rows = count === 1 ? '1 hidden row' : `${count.toLocaleString('en-GB')} hidden rows`;
  const state = `${count === 1 ? 'is' : 'are'} ${includesHidden ? 'included' : 'left out'}`;
  return (
    <Checkbox
      label={`Include ${rows}`}
      description={`${rows} ${state}.`}
      checked={includesHidden}
      disabled={isBusy}
      onChange={(event) =>
        computeZipLayout({ ...layout, includesHidden: event.currentTarget.checked })
      }
    />
  );
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis' };

function FirstRows({ table }: { table: ReadTable }) {
  const { header, rows } = table;
  const shown = rows.slice(0, previewRows);
  const left = rows.length - shown.length;
  const columns = header.map((_, index) => index);
  return (
    <div>
      {/* Arrow keys scroll only a focusable region. */}
      <Box
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="sm"
        style={{ overflowX: 'auto', whiteSpace: 'nowrap' }}
        role="region"
        aria-label="First rows of the file"
        tabIndex={0}
      >
        <Table aria-label="First rows" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="4rem">Row</Table.Th>
              {columns.map((index) => (
                <Table.Th key={index}>{formatFileColumn(table, index)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ row, cells }) => (
              <Table.Tr key={row}>
                <Table.Td>{row}</Table.Td>
                {columns.map((index) => (
                  <Table.Td key={index} maw="16rem" style={cut} title={cells[index]}>
                    <bdi>{cells[index]}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {left > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          And {left.toLocaleString('en-GB')} more {left === 1 ? 'row' : 'rows'}.
        </Text>
      )}
    </div>
  );
}
