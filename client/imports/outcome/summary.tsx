import { Alert } from '@mantine/core';
import type { ImportResult } from '#client/imports/post-import.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import type { ImportKind } from '#contract/admin/imports.ts';
import { formatRecordCount } from './format-count.ts';

export function ImportSummary({ kind, result }: { kind: ImportKind; result: ImportResult }) {
  const { counts, errors, isWritten, rows } = result;
  const missing = rows.flatMap((row) => row.missing ?? []).length;
  const leftOut = rows.filter(({ outcome }) => outcome === 'left-out').length;
  const warnings = rows.filter(({ warning }) => warning !== undefined).length - leftOut;
  return (
    <>
      {errors.length > 0 ? (
        <Errors errors={errors} />
      ) : (
        <Alert color="green" role="status" title={isWritten ? 'Imported' : 'No errors'}>
          {!isWritten && counts.new + counts.confirmed + counts.changed === 0 ? (
            `Nothing to import: ${formatRecordCount(counts.unchanged, kind)} unchanged.`
          ) : (
            <BidiSentence text={formatCounts(kind, result)} />
          )}
        </Alert>
      )}
      {missing > 0 && (
        <Alert color="brass" title="Members who are not in the file">
          {missing === 1 ? '1 member stays' : `${missing} members stay`} in{' '}
          {missing === 1 ? 'the' : 'their'} group, because an import doesn’t remove anyone. The list
          below names them.
        </Alert>
      )}
      {leftOut > 0 && (
        <Alert color="brass" title={leftOut === 1 ? '1 row left out' : `${leftOut} rows left out`}>
          Only students can be members of a group. See the list below for what to correct.
        </Alert>
      )}
      {warnings > 0 && (
        <Alert color="brass" title={warnings === 1 ? '1 warning' : `${warnings} warnings`}>
          {warnings === 1 ? '1 group has a warning' : `${warnings} groups have warnings`} but can be
          imported. See the list below for details.
        </Alert>
      )}
    </>
  );
}

function Errors({ errors }: Pick<ImportResult, 'errors'>) {
  const rows = new Set(errors.map(({ row }) => row)).size;
  return (
    <Alert
      color="red"
      role="alert"
      title={errors.length === 1 ? '1 error' : `${errors.length} errors`}
    >
      You can’t import while a row has an error. Correct the file ({rows}{' '}
      {rows === 1 ? 'row' : 'rows'}) and choose it again.
    </Alert>
  );
}

function formatCounts(kind: ImportKind, { counts, cohort, isWritten }: ImportResult): string {
  const parts = [
    `${formatRecordCount(counts.new, kind)} new${cohort ? ` in ${cohort.name}` : ''}`,
    counts.confirmed > 0 &&
      `${formatRecordCount(counts.confirmed, kind)} ${isWritten ? 'confirmed' : 'to confirm'}`,
    counts.changed > 0 &&
      `${counts.changed.toLocaleString('en-GB')} ${isWritten ? 'changed' : 'with differences'}`,
    counts.skipped > 0 && `${counts.skipped.toLocaleString('en-GB')} left as they were`,
    `${counts.unchanged.toLocaleString('en-GB')} unchanged`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
