import { type DeskItem, spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import {
  type AdminDeskContext,
  createCountDeskItem,
  type DeskPart,
  type StudentDeskContext,
} from '#server/http/desk.ts';
import { countUncheckedStudents } from '#server/summaries/count-in-summaries.ts';
import { listReturnedCertificateTitles } from './list-returned-titles.ts';

export const certificatesDeskParts: readonly DeskPart[] = [
  { role: 'student', order: 10, module: 'certificates', find: findReturned },
  { role: 'admin', order: 60, module: 'certificates', find: findUnchecked },
];

async function findReturned({ services, memberId }: StudentDeskContext): Promise<DeskItem[]> {
  const titles = await listReturnedCertificateTitles(services.db, memberId);
  const text = (n: number) =>
    `${n} ${n === 1 ? 'certificate was' : 'certificates were'} returned: ${titles.join(', ')}.`;
  const item = { id: 'certificates', to: links.ownCertificates, isUrgent: true };
  return createCountDeskItem(titles.length, text, item);
}

async function findUnchecked({ services, caller }: AdminDeskContext): Promise<DeskItem[]> {
  const cohort = services.content.current;
  const scope = selectVisibleGroups(services.db, caller, cohort._id);
  const count = await countUncheckedStudents(services, scope, cohort);
  const text = (n: number) =>
    `${spellOutCount(n, 'student')} ${n === 1 ? 'has' : 'have'} certificates to check.`;
  const item = {
    id: 'certificates',
    to: links.uncheckedCertificates,
    isUrgent: false,
    action: 'Check',
  };
  return createCountDeskItem(count, text, item);
}
