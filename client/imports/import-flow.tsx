import { Stack } from '@mantine/core';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { Section } from '#client/ui/section.tsx';
import { type ImportKind, mostImportRows } from '#contract/imports.ts';
import { ColumnSelects } from './column-selects.tsx';
import { ImportStep } from './import-step.tsx';
import { OneTimePasswords } from './one-time-passwords.tsx';
import { Preview } from './preview.tsx';
import { Running } from './running.tsx';
import type { Table } from './table.ts';
import { TemplateMenu } from './template-menu.tsx';
import { useImport } from './use-import.ts';

const most = mostImportRows.toLocaleString('en-GB');

const whatItDoes = {
  users: 'An import adds users; it changes and removes none.',
  groups:
    'An import adds groups, and changes those that you choose after the check. An empty cell leaves the portal’s value as it is, and a member who is not in the file stays.',
};

const countRows = ({ rows }: Table) =>
  `${rows.length.toLocaleString('en-GB')} ${rows.length === 1 ? 'row' : 'rows'} below the header.`;

/** From a file to accounts or groups, step by step on one page. */
export function ImportFlow({ kind }: { kind: ImportKind }) {
  const one = useImport(kind);
  const { sheet, table, passwords, doing, missing } = one;
  return (
    <Stack gap="lg">
      <Section
        title="1. Choose a file"
        description={whatItDoes[kind]}
        actions={<TemplateMenu kind={kind} />}
      >
        <FilePicker
          label={`File of ${kind}`}
          accept={['xlsx', 'ods', 'fods', 'csv', 'tsv', 'txt']}
          description={`Excel (.xlsx), OpenDocument (.ods) or CSV, at most 10 MB and ${most} rows. It is read in your browser.`}
          value={one.file}
          onChange={one.choose}
          error={one.error}
          disabled={doing !== undefined}
        />
      </Section>
      {one.isReading && <Running doing="read" onCancel={() => one.choose(undefined)} />}
      {sheet && (
        <Section title="2. Preview" description={table && countRows(table)}>
          <Preview one={one} sheet={sheet} />
        </Section>
      )}
      {table && (
        <Section title="3. Match columns">
          <ColumnSelects kind={kind} one={one} table={table} />
        </Section>
      )}
      {table && missing.length === 0 && <ImportStep kind={kind} one={one} table={table} />}
      <FormStatus error={one.failure} />
      {doing && table && <Running doing={doing} count={table.rows.length} onCancel={one.cancel} />}
      {passwords.length > 0 && <OneTimePasswords key={passwords.length} passwords={passwords} />}
    </Stack>
  );
}
