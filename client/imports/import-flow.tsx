import { Stack } from '@mantine/core';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { Section } from '#client/ui/section.tsx';
import { type ImportKind, maxImportRows } from '#contract/admin/imports.ts';
import { ImportStep } from './import-step.tsx';
import { ColumnSelects } from './match/column-selects.tsx';
import { OneTimePasswordList } from './outcome/one-time-passwords.tsx';
import { ImportPreview } from './preview.tsx';
import { ImportProgress } from './running.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { type ImportState, useImport } from './use-import.ts';

const maxRows = maxImportRows.toLocaleString('en-GB');

const descriptions = {
  users: 'An import adds users. It doesn’t change or remove existing users.',
  groups:
    'An import adds groups and changes the groups that you select after the check. Empty cells keep the portal’s value, and members who are not in the file stay.',
};

function countRows({ table, templateRows }: ImportState): string | undefined {
  if (!table) return undefined;
  const { length } = table.rows;
  if (length === 0)
    return 'The file has only the template’s rows. Add your own rows and choose it again.';
  const rows = `${length.toLocaleString('en-GB')} ${length === 1 ? 'row' : 'rows'} below the header.`;
  if (templateRows.length === 0) return rows;
  const [noun, verb] = templateRows.length === 1 ? ['Row', 'is'] : ['Rows', 'are'];
  return `${rows} ${noun} ${templateRows.join(' and ')} of the template ${verb} left out.`;
}

export function ImportFlow({ kind }: { kind: ImportKind }) {
  const importState = useImport(kind);
  const { sheet, table, passwords, doing, missing } = importState;
  const hasRows = table !== undefined && table.rows.length > 0;
  return (
    <Stack gap="lg">
      {passwords.length > 0 && (
        <OneTimePasswordList
          key={passwords.length}
          passwords={passwords}
          onDone={importState.discardPasswords}
        />
      )}
      <Section
        title="1. Choose a file"
        description={descriptions[kind]}
        actions={<TemplateMenu kind={kind} />}
      >
        <FilePicker
          label={`File of ${kind}`}
          accept={['xlsx', 'ods', 'fods', 'csv', 'tsv', 'txt']}
          description={`Excel (.xlsx), OpenDocument (.ods) or CSV, up to 10 MB and ${maxRows} rows. It is read in your browser.`}
          value={importState.file}
          onChange={importState.choose}
          error={importState.error}
          disabled={doing !== undefined}
        />
      </Section>
      {importState.isReading && (
        <ImportProgress doing="read" onCancel={() => importState.choose(undefined)} />
      )}
      {sheet && (
        <Section title="2. Preview" description={countRows(importState)}>
          <ImportPreview importState={importState} sheet={sheet} />
        </Section>
      )}
      {hasRows && (
        <Section title="3. Match columns">
          <ColumnSelects kind={kind} importState={importState} table={table} />
        </Section>
      )}
      {hasRows && missing.length === 0 && (
        <ImportStep kind={kind} importState={importState} table={table} />
      )}
      <FormStatus error={importState.failure} />
      {doing && table && (
        <ImportProgress doing={doing} count={table.rows.length} onCancel={importState.cancel} />
      )}
    </Stack>
  );
}
