import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import {
  createCountDeskItem,
  type DeskPart,
  type FacultyDeskContext,
  type StudentDeskContext,
} from '#server/http/desk.ts';
import { findLimits } from './get-similarity.ts';
import { readSimilarity, readSimilarityOfGroups } from './read-similarity.ts';

export const similarityDeskParts: readonly DeskPart[] = [
  { role: 'student', order: 17, find: findStudentItem },
  { role: 'faculty', order: 17, find: findSupervisorItems },
];

async function findStudentItem({ services, group }: StudentDeskContext): Promise<DeskItem[]> {
  const { db, content } = services;
  const { scheme } = await content.cohort(db, group.cohort_id, group.cohort_version);
  const limits = findLimits(scheme);
  if (!limits) return [];
  const { state } = await readSimilarity(db, group.id, limits);
  const text = studentTexts[state];
  const to = links.groupTab(group.name, 'documents');
  return text === undefined ? [] : [{ id: 'similarity', text, to, isUrgent: state === 'returned' }];
}

const studentTexts: Partial<Record<string, string>> = {
  missing: 'Enter the figures of your similarity report.',
  outdated: 'Enter the figures of your latest similarity report.',
  returned: 'Upload a revised thesis with a new similarity report.',
};

async function findSupervisorItems(desk: FacultyDeskContext): Promise<DeskItem[]> {
  const { services, cohort, supervised } = desk;
  const limits = findLimits(cohort.scheme);
  if (!limits || supervised.length === 0) return [];
  const ids = supervised.map(({ id }) => id);
  const similarityOf = await readSimilarityOfGroups(services.db, ids, limits);
  const listIn = (wanted: string) =>
    supervised.filter(({ id }) => similarityOf(id).state === wanted);
  return [
    ...createItem(
      listIn('unconfirmed'),
      'similarity-unconfirmed',
      (n) =>
        `${spellOutCount(n, 'similarity report')} ${n === 1 ? 'needs' : 'need'} your confirmation.`,
    ),
    ...createItem(
      listIn('exceeded'),
      'similarity-exceeded',
      (n) =>
        `${spellOutCount(n, 'thesis', 'theses')} ${n === 1 ? 'reaches' : 'reach'} a similarity limit and ${n === 1 ? 'needs' : 'need'} your decision.`,
    ),
  ];
}

/** Links to the first of the groups. The item stays until all are done. */
const createItem = (
  groups: readonly { name: string }[],
  id: string,
  text: (count: number) => string,
) =>
  createCountDeskItem(groups.length, text, {
    id,
    to: links.groupTab(groups[0]?.name ?? '', 'documents'),
    isUrgent: false,
  });
