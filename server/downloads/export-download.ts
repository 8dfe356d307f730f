import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { exportDownload as endpoint } from '#contract/exports/downloads.ts';
import { Problem } from '#contract/problem.ts';
import { DocumentKind } from '#contract/rules/kinds.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { sendBytes } from '#server/documents/send-document.ts';
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import { openOutsideTurn } from '#server/http/work/open-outside-turn.ts';
import { assertFilesIntact } from './assert-all-intact.ts';
import { ChecksumCache } from './checksums.ts';
import { listFilesForArchive } from './list-files.ts';
import { type ArchivedFile, zipBytes } from './zip-bytes.ts';
import { computeZipLayout } from './zip-layout.ts';

const Selection = z.object({ groupIds: z.array(z.string()), kinds: z.array(DocumentKind) });

const checksums = new ChecksumCache();

/**
 * Sends a prepared archive. Throws `not-found` if the download has expired or is another user's, or if the caller can
 * no longer see one of its groups.
 */
export async function exportDownload(
  { services, caller, params, request, reply }: EndpointCall<typeof endpoint>,
  job: Job,
): Promise<FastifyReply> {
  const nextSlice = () => job.nextSlice();
  const { db, files, clock, config } = services;
  const row = await getDownload(db, caller, params.downloadId, clock());
  const { groupIds, kinds } = Selection.parse(JSON.parse(row.selection));
  const selection = { groupIds, kinds };
  const { files: archived } = await listFilesForArchive(services, caller, selection, nextSlice);
  await assertFilesIntact(services, archived, job);
  const layout = computeZipLayout(archived);
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="files-${formatCalendarDate(row.made_at, config.timeZone)}.zip"`,
  });
  const source = { files: openOutsideTurn(job, files), checksums, job };
  return sendBytes(request, reply, {
    size: layout.size,
    etag: etagOf(archived),
    open: (range) => job.stream(zipBytes(source, archived, layout, range)),
  });
}

async function getDownload(
  db: Db,
  caller: Caller,
  id: string,
  now: Date,
): Promise<DatabaseRow<'downloads'>> {
  const row = await db
    .selectFrom('downloads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>=', now.toISOString())
    .executeTakeFirst();
  if (row) return row;
  throw new Problem('not-found', 'This download has expired. Start it again from the board.');
}

function etagOf(archived: readonly ArchivedFile[]): string {
  const all = archived.map(({ path, sha256, size, changed }) => [path, sha256, size, changed]);
  return `"${createHash('sha256').update(JSON.stringify(all)).digest('hex')}"`;
}
