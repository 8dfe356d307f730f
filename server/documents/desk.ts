import { type DeskItem, formatRelativeTime, spellOutCount } from '#contract/desk.ts';
import { documentKinds } from '#contract/documents.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import {
  type AdminDeskContext,
  createCountDeskItem,
  type DeskPart,
  type FacultyDeskContext,
} from '#server/http/desk.ts';
import { listDamagedFiles } from './damage/damaged-files.ts';

const maxNewFiles = 5;

export const documentsDeskParts: readonly DeskPart[] = [
  { role: 'faculty', order: 30, find: findNewFiles },
  { role: 'admin', order: 40, find: findDamagedFiles },
];

async function findNewFiles({ services, supervised, newsSince, now }: FacultyDeskContext) {
  if (supervised.length === 0) return [];
  const rows = await services.db
    .selectFrom('documents')
    .select(['id', 'group_id', 'kind', 'uploaded_at'])
    .where(
      'group_id',
      'in',
      supervised.map(({ id }) => id),
    )
    .where('kind', 'in', ['report', 'thesis', 'similarity', 'code'])
    .where('uploaded_at', '>', newsSince)
    .orderBy('uploaded_at', 'desc')
    .limit(maxNewFiles)
    .execute();
  return rows.map(({ id, group_id, kind, uploaded_at }): DeskItem => {
    const group = supervised.find((candidate) => candidate.id === group_id);
    const what = documentKinds[kind].label.toLowerCase();
    const text = `${group?.name ?? 'A group'} handed in its ${what} ${formatRelativeTime(uploaded_at, now)}.`;
    const to = paths.group(group?.name ?? '');
    return { id, text, to, isUrgent: false };
  });
}

async function findDamagedFiles({ services }: AdminDeskContext) {
  const { length } = await listDamagedFiles(services.db);
  const text = (n: number) => `${spellOutCount(n, 'file')} ${n === 1 ? 'is' : 'are'} damaged.`;
  return createCountDeskItem(length, text, {
    id: 'files',
    to: links.adminTab('attention'),
    isUrgent: true,
  });
}
