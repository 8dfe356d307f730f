import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { listKindsWith } from '#contract/rules/document-kinds.ts';
import { formatAge } from '#contract/rules/relative-time.ts';
import { toMidSentence } from '#contract/settings/kinds.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import {
  type AdminDeskContext,
  createCountDeskItem,
  type DeskPart,
  type FacultyDeskContext,
} from '#server/http/desk.ts';
import { countDamagedFiles } from './damage/damaged-files.ts';

const maxNewFiles = 5;

const kindsWithoutNews = listKindsWith(({ news }) => news === 'none');
const kindsWithoutFirstVersion = listKindsWith(({ news }) => news === 'replacements');

export const documentsDeskParts: readonly DeskPart[] = [
  { role: 'faculty', order: 30, find: findNewFiles },
  { role: 'admin', order: 40, find: findDamagedFiles },
];

async function findNewFiles({ services, cohort, supervised, newsSince, now }: FacultyDeskContext) {
  if (supervised.length === 0) return [];
  const rows = await services.db
    .selectFrom('documents')
    .select(['id', 'group_id', 'kind', 'uploaded_at'])
    .where(
      'group_id',
      'in',
      supervised.map(({ id }) => id),
    )
    .where('kind', 'not in', kindsWithoutNews)
    .where((eb) => eb.or([eb('kind', 'not in', kindsWithoutFirstVersion), eb('version', '>', 1)]))
    .where('uploaded_at', '>', newsSince)
    .orderBy('uploaded_at', 'desc')
    .limit(maxNewFiles)
    .execute();
  return rows.map(({ id, group_id, kind, uploaded_at }): DeskItem => {
    const group = supervised.find((candidate) => candidate.id === group_id);
    const what = toMidSentence(getLabelInCohort(services.content, cohort._id, kind));
    const text = `${group?.name ?? 'A group'} submitted its ${what} ${formatAge(uploaded_at, now)}.`;
    const to = links.groupTab(group?.name ?? '', 'documents');
    return { id, text, to, isUrgent: false };
  });
}

async function findDamagedFiles({ services }: AdminDeskContext) {
  const count = await countDamagedFiles(services.db);
  const text = (n: number) => `${spellOutCount(n, 'file')} ${n === 1 ? 'is' : 'are'} damaged.`;
  return createCountDeskItem(count, text, {
    id: 'files',
    to: links.adminTab('attention'),
    isUrgent: true,
  });
}
