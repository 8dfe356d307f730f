import { type DeskItem, formatHowMany, formatWhen } from '#contract/desk.ts';
import { documentKinds } from '#contract/documents.ts';
import { countMissed } from '#server/board/count-missed.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { selectGroupsInScope } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findNextMilestone } from './find-next-milestone.ts';
import { newsMs } from './students-desk.ts';

const maxNews = 5;

/** Returns the items of every open cohort in which the caller supervises or examines groups. */
export async function findSupervisorDesk(services: Services, caller: Caller): Promise<DeskItem[]> {
  const { content } = services;
  const items: DeskItem[] = [];
  for (const cohort of content.cohorts) {
    if (cohort.closedAt === null) items.push(...(await ofCohort(services, caller, cohort)));
  }
  return items;
}

async function ofCohort(services: Services, caller: Caller, cohort: CohortContent) {
  const { db, content, clock } = services;
  const now = clock();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'viva_date', 'supervisor_id', 'created_at'])
    .where('cohort_id', '=', cohort._id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('supervisor_id', '=', caller.userId),
        eb('external_examiner_id', '=', caller.userId),
      ]),
    )
    .execute();
  const supervised = groups.filter((group) => group.supervisor_id === caller.userId);
  const examined = groups.filter((group) => group.supervisor_id !== caller.userId);
  const ids = supervised.map(({ id }) => id);
  const query = content.current._id === cohort._id ? '' : `&cohort=${cohort.code}`;
  const scope = selectGroupsInScope(db, caller, cohort._id).where(
    'supervisor_id',
    '=',
    caller.userId,
  );
  const missed = await countMissed(db, scope, cohort, now);
  return [
    ...(await openExtensions(db, ids)),
    ...(await findNextMilestone(db, cohort, supervised, query, now)),
    ...(await newFiles(db, supervised, new Date(now.getTime() - newsMs), now)),
    ...missed.map(({ deadlineId, title, count }) => ({
      id: `missed-${cohort.code}-${deadlineId}`,
      text: `${formatHowMany(count, 'group')} of yours ${count === 1 ? 'has' : 'have'} not handed in for ${title}.`,
      to: `/board?state=missed&deadline=${deadlineId}${query}`,
      isUrgent: false,
    })),
    ...vivasWithoutDate(examined, query),
  ];
}

async function openExtensions(db: Db, ids: readonly string[]): Promise<DeskItem[]> {
  if (ids.length === 0) return [];
  const { count } = await db
    .selectFrom('extension_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', 'in', ids)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  const text = `${formatHowMany(count, 'group')} of yours ${count === 1 ? 'asks' : 'ask'} for an extension.`;
  return [{ id: 'extensions', text, to: '/desk#extensions', isUrgent: true }];
}

type Group = { id: string; name: string };

async function newFiles(
  db: Db,
  groups: readonly Group[],
  since: Date,
  now: Date,
): Promise<DeskItem[]> {
  if (groups.length === 0) return [];
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'group_id', 'kind', 'uploaded_at'])
    .where(
      'group_id',
      'in',
      groups.map(({ id }) => id),
    )
    .where('kind', 'in', ['report', 'thesis', 'similarity', 'code'])
    .where('uploaded_at', '>', since.toISOString())
    .orderBy('uploaded_at', 'desc')
    .limit(maxNews)
    .execute();
  return rows.map(({ id, group_id, kind, uploaded_at }) => {
    const group = groups.find((candidate) => candidate.id === group_id);
    const what = documentKinds[kind].label.toLowerCase();
    const text = `${group?.name ?? 'A group'} handed in its ${what} ${formatWhen(uploaded_at, now)}.`;
    const to = `/groups/${encodeURIComponent(group?.name ?? '')}`;
    return { id, text, to, isUrgent: false };
  });
}

function vivasWithoutDate(
  groups: readonly { viva_date: string | null }[],
  query: string,
): DeskItem[] {
  const count = groups.filter(({ viva_date }) => viva_date === null).length;
  if (count === 0) return [];
  const text = `${formatHowMany(count, 'group')} that you examine ${count === 1 ? 'waits' : 'wait'} for a viva date.`;
  return [{ id: 'vivas', text, to: `/faculty?tab=external-viva${query}`, isUrgent: false }];
}
