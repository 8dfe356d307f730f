import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Section } from '#client/ui/section.tsx';
import type { ImportKind } from '#contract/imports.ts';
import { ChangeList } from './change-list.tsx';
import { counted } from './counted.ts';
import { DoubtfulCells } from './doubtful-cells.tsx';
import { RowList } from './row-list.tsx';
import { saveCsv } from './save-csv.ts';
import { Summary } from './summary.tsx';
import type { Table } from './table.ts';
import { titleOf } from './title-of.ts';
import type { Import } from './use-import.ts';

type ImportStepProps = { kind: ImportKind; one: Import; table: Table };

/** What each row will do, and the two buttons: one checks, one writes. */
export function ImportStep({ kind, one, table }: ImportStepProps) {
  const { result, doing, match, choice, isClear } = one;
  const isBusy = doing !== undefined;
  const isReady = result && !result.isWritten && result.errors.length === 0;
  const saveErrors = () =>
    void saveCsv(
      `errors-of-${kind}.csv`,
      ['Row', 'Column', 'Error'],
      (result?.errors ?? []).map(({ row, column, message }) => [
        row,
        titleOf(kind, column),
        message,
      ]),
    );
  return (
    <Section
      title="4. Check and import"
      description="A check writes nothing. As long as a row has an error, an import writes nothing."
      actions={
        <Group gap="sm">
          <Button
            variant={result ? 'default' : 'filled'}
            disabled={isBusy || !isClear || result?.isWritten === true}
            onClick={one.check}
          >
            Check
          </Button>
          {isReady && result.counts.new + result.counts.changed > 0 && (
            <Button
              disabled={isBusy || !isClear || result.counts.new + choice.chosen.length === 0}
              onClick={one.write}
            >
              {whatToWrite(kind, result.counts.new, choice.chosen.length)}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        <DoubtfulCells one={one} />
        {result && <Summary kind={kind} result={result} />}
        {result && result.errors.length > 0 && (
          <Button
            variant="default"
            mr="auto"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={saveErrors}
          >
            Save the errors
          </Button>
        )}
        <ChangeList choice={choice} isWritten={result?.isWritten === true} isBusy={isBusy} />
        <RowList kind={kind} table={table} match={match} result={result} />
      </Stack>
    </Section>
  );
}

/** "Import 2 groups", "Change 1 group", "Import 2 new groups and change 1". */
function whatToWrite(kind: ImportKind, added: number, changed: number): string {
  if (changed === 0 && added > 0) return `Import ${counted(added, kind)}`;
  if (added === 0) return `Change ${counted(changed, kind)}`;
  return `Import ${counted(added, kind, 'new ')} and change ${changed.toLocaleString('en-GB')}`;
}
