import { Stack } from '@mantine/core';
import { FilePicker } from '#client/ui/form/file-picker.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { Section } from '#client/ui/section.tsx';
import { type ImportKind, mostImportRows } from '#contract/imports.ts';
import { ColumnSelects } from './column-selects.tsx';
import { ImportStep } from './import-step.tsx';
import { OneTimePasswords } from './one-time-passwords.tsx';
import { Running } from './running.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { useImport } from './use-import.ts';

const most = mostImportRows.toLocaleString('en-GB');

const whatItDoes = {
  users: 'An import adds users; it changes and removes none.',
  groups:
    'An import adds groups, and changes those that you choose after the check. An empty cell leaves the portal’s value as it is, and a member who is not in the file stays.',
};

/** From a file to accounts or groups, step by step on one page. */
export function ImportFlow({ kind }: { kind: ImportKind }) {
  const one = useImport(kind);
  const { table, passwords, doing, missing } = one;
  return (
    <Stack gap="lg">
      <Section
        title="1. Choose a file"
        description={`The first row is the header. ${whatItDoes[kind]}`}
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
      {table && (
        <Section
          title="2. Match columns"
          description={
            <>
              {table.rows.length.toLocaleString('en-GB')} rows below the header.
              {table.sheet !== undefined &&
                ` The workbook has several sheets; only the first, “${table.sheet}”, is read.`}
            </>
          }
        >
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
