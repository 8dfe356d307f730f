import type { Page } from '@playwright/test';
import { buildEmailAddress, buildMember, createUniqueName } from '#tools/test/people.ts';

export const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page
    .getByLabel(/^File of (users|groups)/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const rows = (page: Page) =>
  page.getByRole('table', { name: 'Rows of the file' }).getByRole('row');
export const csv = (...lines: string[][]) =>
  `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}\r\n`;

/** Builds the fields of a member that a file of groups may contain. */
export function buildImportedMember(firstName: string) {
  const name = createUniqueName(firstName);
  const {
    feeProof: _,
    certificate: __,
    ...member
  } = buildMember({ name, email: buildEmailAddress(name) });
  return member;
}
