import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Section } from '#client/ui/section.tsx';
import type { ImportKind } from '#contract/admin/imports.ts';
import { DoubtfulCells } from './doubtful-cells.tsx';
import { getColumnTitle } from './match/get-column-title.ts';
import { IgnoredColumns } from './match/ignored-columns.tsx';
import type { ImportTable } from './match/table.ts';
import { ChangeList } from './outcome/change-list.tsx';
import { formatRecordCount } from './outcome/format-count.ts';
import { ImportedGroups } from './outcome/imported-groups.tsx';
import { RowList } from './outcome/row-list.tsx';
import { saveCsv } from './outcome/save-csv.ts';
import { ImportSummary } from './outcome/summary.tsx';
import type { ImportState } from './use-import.ts';

type ImportStepProps = { kind: ImportKind; importState: ImportState; table: ImportTable };

export function ImportStep({ kind, importState, table }: ImportStepProps) {
  const { result, doing, match, choice, isClear } = importState;
  const { new: added, confirmed } = result?.counts ?? { new: 0, confirmed: 0 };
  const isBusy = doing !== undefined;
  const isReady = result && !result.isWritten && result.errors.length === 0;
  const saveErrors = () =>
    void saveCsv(
      `errors-of-${kind}.csv`,
      ['Row', 'Column', 'Error'],
      (result?.errors ?? []).map(({ row, column, message }) => [
        row,
        getColumnTitle(kind, column),
        message,
      ]),
    );
  return (
    <Section
      title="4. Check and import"
      description="A check doesn’t change anything. You can’t import while a row has an error."
      actions={
        <Group gap="sm">
          <Button
            variant={result ? 'default' : 'filled'}
            disabled={isBusy || !isClear || result?.isWritten === true}
            onClick={importState.check}
          >
            Check
          </Button>
          {isReady && added + confirmed + result.counts.changed > 0 && (
            <Button
              disabled={isBusy || !isClear || added + confirmed + choice.chosen.length === 0}
              onClick={importState.write}
            >
              {formatImportLabel(kind, { added, confirmed, changed: choice.chosen.length })}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        {!result?.isWritten && (
          <IgnoredColumns kind={kind} importState={importState} table={table} />
        )}
        <MergedGroups importState={importState} />
        <DoubtfulCells importState={importState} />
        {result && <ImportSummary kind={kind} result={result} />}
        {kind === 'groups' && result?.isWritten && (
          <ImportedGroups table={table} column={match.group} rows={result.rows} />
        )}
        {result && result.errors.length > 0 && (
          <Button
            variant="default"
            mr="auto"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={saveErrors}
          >
            Export errors
          </Button>
        )}
        <ChangeList choice={choice} isWritten={result?.isWritten === true} isBusy={isBusy} />
        <RowList kind={kind} table={table} match={match} result={result} />
      </Stack>
    </Section>
  );
}

/** Asks whether rows without a group belong to the row above, as in merged cells. */
function MergedGroups({ importState }: { importState: ImportState }) {
  const { merged, merge, doing, result } = importState;
  const { rows: mergedRows, isMerged } = merged;
  if (mergedRows.length === 0) return null;
  const shown = mergedRows.slice(0, 10).join(', ');
  const more = mergedRows.length > 10 ? ` and ${mergedRows.length - 10} more` : '';
  return (
    <Checkbox
      label="Rows without a group belong to the row above"
      description={`As in merged cells. ${mergedRows.length === 1 ? 'Row' : 'Rows'} ${shown}${more}`}
      checked={isMerged}
      disabled={doing !== undefined || result?.isWritten === true}
      onChange={(event) => merge(event.currentTarget.checked)}
    />
  );
}

type Counts = { added: number; confirmed: number; changed: number };

/** Groups can be added and changed, users added and confirmed. */
function formatImportLabel(kind: ImportKind, { added, confirmed, changed }: Counts): string {
  if (confirmed > 0) {
    const records = formatRecordCount(confirmed, kind);
    if (added === 0) return `Confirm ${records}`;
    return `Import ${formatRecordCount(added, kind, 'new ')} and confirm ${confirmed.toLocaleString('en-GB')}`;
  }
  if (changed === 0 && added > 0) return `Import ${formatRecordCount(added, kind)}`;
  if (added === 0) return `Change ${formatRecordCount(changed, kind)}`;
  return `Import ${formatRecordCount(added, kind, 'new ')} and change ${changed.toLocaleString('en-GB')}`;
}
