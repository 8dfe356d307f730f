import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import type { UploadKind } from '#contract/rules/document-kinds.ts';
import type { TestGroup } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

export const thesisDeadline = 'thesis-and-sim-report-soft-copies';
export const thesisDue = '2027-05-07T18:59:00.000Z';
export const dayMs = 24 * 3_600_000;

let title = 0;
/** Builds a file of the kind that differs from all others. */
export function buildFile(kind: UploadKind) {
  title += 1;
  if (kind !== 'code') return toFile(buildPdf({ title: `File ${title}` }), `${kind}.pdf`);
  return toFile(buildZip({ 'a.txt': `File ${title}` }), 'code.zip');
}

type Options = { kind?: UploadKind; deadline?: string };

/** Uploads `count` different versions as the group’s first student, a minute apart. */
export async function upload(
  portal: Portal,
  { student }: TestGroup,
  count: number,
  options: Options = {},
) {
  const { kind = 'thesis', deadline } = options;
  const caller = await portal.logInAs(student.userId);
  for (let each = 0; each < count; each += 1) {
    portal.wait(60_000);
    const params = { kind, email: student.email };
    const query = deadline === undefined ? {} : { query: { deadline } };
    await caller.call(uploadDocument, { params, ...query, body: { file: buildFile(kind) } });
  }
}

/** Moves the clock to `ms` milliseconds after the instant. */
export const waitUntil = (portal: Portal, instant: string, ms = 0) =>
  portal.wait(Date.parse(instant) + ms - portal.clock().getTime());

/** Returns the rows of all versions, and the numbers of those whose file is stored. */
export async function listVersions(
  portal: Portal,
  { groupId }: TestGroup,
  kind: UploadKind = 'thesis',
) {
  const rows = await portal.db
    .selectFrom('documents')
    .select(['id', 'version', 'removed_at'])
    .where('group_id', '=', groupId)
    .where('kind', '=', kind)
    .orderBy('version')
    .execute();
  return {
    rows,
    stored: rows.filter((row) => row.removed_at === null).map(({ version }) => version),
  };
}

export async function readAsStudent(portal: Portal, { student }: TestGroup) {
  const caller = await portal.logInAs(student.userId);
  const { group } = await caller.call(findGroup, { params: { email: student.email } });
  return { caller, group };
}

export const listKeys = async (portal: Portal) => readdir(join(portal.folder, 'files/kept'));
