import type { AudienceRole } from '#contract/announcements.ts';
import { isForProgram } from '#contract/submissions.ts';
import { parseFormattedText } from '#contract/values/parse-formatted-text.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { parseAudience } from './audience.ts';

type OwnGroup = { id: string; program: string; cohortId: string | null; role: AudienceRole };

/** Returns the announcements for the caller's current groups, newest first. */
export async function listCurrentAnnouncements({ db, clock }: Services, caller: Caller) {
  const groups = await ownGroups(db, caller);
  if (groups.length === 0) return [];
  const ids = groups.map(({ id }) => id);
  const chosen = await db
    .selectFrom('announcement_groups')
    .select(['announcement_id', 'group_id'])
    .where('group_id', 'in', ids)
    .execute();
  const ofGroup = new Set(chosen.map((row) => `${row.announcement_id} ${row.group_id}`));
  const rows = await shownNow(db, groups, clock());
  return rows
    .filter((row) => {
      const { cohortId, programs, roles } = parseAudience(row);
      return groups.some(
        (group) =>
          group.cohortId === cohortId &&
          roles.includes(group.role) &&
          isForProgram({ programs }, group.program) &&
          (row.is_for_groups === 0 || ofGroup.has(`${row.id} ${group.id}`)),
      );
    })
    .map(({ id, title, text, published_at }) => ({
      _id: id,
      title,
      publishedAt: published_at,
      text: parseFormattedText(text).blocks,
    }));
}

const shownNow = (db: Db, groups: readonly OwnGroup[], now: Date) =>
  db
    .selectFrom('announcements')
    .innerJoin('cohorts', 'cohorts.id', 'announcements.cohort_id')
    .selectAll('announcements')
    .where('cohort_id', 'in', [...new Set(groups.flatMap(({ cohortId }) => cohortId ?? []))])
    .where('cohorts.closed_at', 'is', null)
    .where('published_at', 'is not', null)
    .$narrowType<{ published_at: string }>()
    .where('withdrawn_at', 'is', null)
    .where((eb) =>
      eb.or([eb('shown_until', 'is', null), eb('shown_until', '>', now.toISOString())]),
    )
    .orderBy('published_at', 'desc')
    .orderBy('announcements.id')
    .execute();

async function ownGroups(db: Db, caller: Caller): Promise<OwnGroup[]> {
  const groups = db
    .selectFrom('groups')
    .select(['groups.id', 'program', 'cohort_id as cohortId'])
    .where('groups.deleted_at', 'is', null);
  if (caller.role === 'student') {
    if (!caller.isConfirmed) return [];
    const studentGroups = await groups
      .innerJoin('members', 'members.group_id', 'groups.id')
      .where('members.user_id', '=', caller.userId)
      .execute();
    return studentGroups.map((group) => ({ ...group, role: 'student' }));
  }
  if (caller.role !== 'faculty') return [];
  const supervised = await groups.where('supervisor_id', '=', caller.userId).execute();
  const examined = await groups.where('external_examiner_id', '=', caller.userId).execute();
  return [
    ...supervised.map((group) => ({ ...group, role: 'supervisor' as const })),
    ...examined.map((group) => ({ ...group, role: 'examiner' as const })),
  ];
}
