import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Section } from '#client/ui/section.tsx';
import type { ImportKind } from '#contract/imports.ts';
import { RowList } from './row-list.tsx';
import { saveCsv } from './save-csv.ts';
import type { Table } from './table.ts';
import { titleOf } from './title-of.ts';
import type { Import, Result } from './use-import.ts';

type ImportStepProps = { kind: ImportKind; one: Import; table: Table };

/** What each row will do, and the two buttons: one checks, one writes. */
export function ImportStep({ kind, one, table }: ImportStepProps) {
  const { result, doing, match } = one;
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
      title="3. Check and import"
      description="A check writes nothing. An import takes all rows or none."
      actions={
        <Group gap="sm">
          <Button
            variant={result ? 'default' : 'filled'}
            disabled={isBusy || result?.isWritten === true}
            onClick={one.check}
          >
            Check
          </Button>
          {isReady && result.counts.new > 0 && (
            <Button disabled={isBusy} onClick={one.write}>
              Import {counted(result.counts.new, kind)}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
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
        <RowList kind={kind} table={table} match={match} result={result} />
      </Stack>
    </Section>
  );
}

const counted = (count: number, kind: ImportKind) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? kind.slice(0, -1) : kind}`;

function Summary({ kind, result }: { kind: ImportKind; result: Result }) {
  const { counts, errors, isWritten, cohort } = result;
  const where = cohort ? ` in ${cohort.name}` : '';
  if (errors.length > 0) {
    const rows = new Set(errors.map(({ row }) => row)).size;
    return (
      <Alert
        color="red"
        role="alert"
        title={errors.length === 1 ? '1 error' : `${errors.length} errors`}
      >
        Nothing is imported as long as a row has an error. Correct the file ({rows}{' '}
        {rows === 1 ? 'row' : 'rows'}) and choose it again.
      </Alert>
    );
  }
  if (isWritten) {
    return (
      <Alert color="green" role="status" title="Imported">
        {counted(counts.new, kind)} new{where}, {counts.unchanged.toLocaleString('en-GB')}{' '}
        unchanged.
      </Alert>
    );
  }
  return (
    <Alert color="pine" role="status" title="No errors">
      {counts.new === 0
        ? `Nothing to import: all ${counted(counts.unchanged, kind)} are unchanged.`
        : `${counted(counts.new, kind)} new${where}, ${counts.unchanged.toLocaleString('en-GB')} unchanged.`}
    </Alert>
  );
}
