import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type prepareDownload as endpoint, getDownloadUrl } from '#contract/exports/downloads.ts';
import { Problem } from '#contract/problem.ts';
import { getKindLabel } from '#contract/settings/kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { assertFilesIntact } from './assert-all-intact.ts';
import { type GroupFile, listFilesForArchive } from './list-files.ts';
import { computeZipLayout } from './zip-layout.ts';

type Input = z.output<typeof endpoint.body>;

const lifetimeMs = 3_600_000;

/**
 * Stores the selection for a later download. A dry run only counts the files. Throws `not-found` if a group is missing
 * or not visible to the caller, and `invalid` if there are no files.
 */
export async function prepareDownload(services: Services, caller: Caller, input: Input, job: Job) {
  const { content } = services;
  // Check the files before the transaction: a slow file store would otherwise block other writes.
  if (!input.dryRun) {
    const nextSlice = () => job.nextSlice();
    const { files } = await listFilesForArchive(services, caller, input, nextSlice);
    await assertFilesIntact(services, files, job);
  }
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { groupIds } = input;
    const { groups, files: all } = await listFilesForArchive({ db: trx, content }, caller, {
      groupIds,
    });
    const chosen = all.filter(({ kind }) => input.kinds.includes(kind));
    if (!input.dryRun && chosen.length === 0) {
      const message = 'None of these groups has any files of these kinds.';
      throw new Problem('invalid', message, { fields: { kinds: message } });
    }
    const download = input.dryRun
      ? null
      : await keepDownload(context, { ...input, groups, files: chosen });
    return { kinds: countsOf(all), groups: groups.map((group) => kindsIn(group, all)), download };
  });
}

function countsOf(files: readonly GroupFile[]) {
  const byKind = Map.groupBy(
    files.toSorted((a, b) => a.order - b.order),
    ({ kind }) => kind,
  );
  return [...byKind].map(([kind, ofKind]) => {
    const [{ label, isPerMember } = { label: kind, isPerMember: false }] = ofKind;
    const bytes = ofKind.reduce((sum, { size }) => sum + size, 0);
    return { kind, label, isPerMember, files: ofKind.length, bytes };
  });
}

function kindsIn({ id, name }: DatabaseRow<'groups'>, files: readonly GroupFile[]) {
  const groupFiles = files.filter(({ groupId }) => groupId === id);
  return {
    groupId: id,
    fypGroupName: name,
    kinds: [...new Set(groupFiles.map(({ kind }) => kind))],
  };
}

type StoredSelection = Pick<Input, 'kinds'> & {
  groups: readonly DatabaseRow<'groups'>[];
  files: readonly GroupFile[];
};

async function keepDownload(context: WriteContext, { kinds, groups, files }: StoredSelection) {
  const { trx, caller, now } = context;
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
  const made_at = now.toISOString();
  const selection = JSON.stringify({ groupIds: groups.map((group) => group.id), kinds });
  const expired = trx.deleteFrom('downloads').where('expires_at', '<', made_at);
  await expired.execute();
  const values = { id, user_id: caller.userId, selection, made_at, expires_at: expiresAt };
  await trx.insertInto('downloads').values(values).execute();
  const { size } = computeZipLayout(files);
  const labelOf = (kind: string) =>
    files.find((file) => file.kind === kind)?.label ?? getKindLabel([], kind);
  const labels = kinds.map(labelOf).join(', ');
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  const detail = `${count} (${formatSize(size)}) of ${groups.map(({ name }) => name).join(', ')}: ${labels}`;
  const subject = { kind: 'portal', id: null, name: 'Files' } as const;
  await recordAuditEntry(context, { action: 'files-downloaded', by: caller, subject, detail });
  return { _id: id, files: files.length, bytes: size, url: getDownloadUrl(id), expiresAt };
}
