import type { AudienceRole } from '#contract/messages/announcements.ts';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { isGroupVisibleTo } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { parseAudience } from './audience.ts';

type OwnGroup = { id: string; program: string; cohortId: string | null; role: AudienceRole };

/** Returns the announcements that are currently shown to the caller, newest first. */
export async function listCurrentAnnouncements({ db, clock }: Services, caller: Caller) {
  const groups = await ownGroups(db, caller);
  if (groups.length === 0) return [];
  const ids = groups.map(({ id }) => id);
  const [chosen, rows] = await readTogether(db, (reader) =>
    Promise.all([listChoices(reader, ids), shownNow(reader, groups, clock())]),
  );
  const ofGroup = new Set(chosen.map((row) => `${row.announcement_id} ${row.group_id}`));
  return rows
    .filter((row) => {
      const { cohortId, programs, roles } = parseAudience(row);
      return groups.some(
        (group) =>
          group.cohortId === cohortId &&
          roles.includes(group.role) &&
          appliesToProgram({ programs }, group.program) &&
          (row.is_for_groups === 0 || ofGroup.has(`${row.id} ${group.id}`)),
      );
    })
    .map(({ id, title, text, published_at, allows_answers }) => ({
      _id: id,
      title,
      publishedAt: published_at,
      allowsAnswers: allows_answers === 1,
      text: parseFormattedText(text).blocks,
    }));
}

const listChoices = (db: Db, groupIds: readonly string[]) =>
  db
    .selectFrom('announcement_groups')
    .select(['announcement_id', 'group_id'])
    .where('group_id', 'in', groupIds)
    .execute();

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
  const { role, userId } = caller;
  if (role === 'admin') return [];
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'program', 'cohort_id as cohortId', 'supervisor_id', 'external_examiner_id'])
    .where('deleted_at', 'is', null)
    .where(isGroupVisibleTo(caller))
    .execute();
  return groups.flatMap(({ supervisor_id, external_examiner_id, ...group }): OwnGroup[] => {
    if (role === 'student') return [{ ...group, role }];
    return [
      ...(supervisor_id === userId ? [{ ...group, role: 'supervisor' as const }] : []),
      ...(external_examiner_id === userId ? [{ ...group, role: 'examiner' as const }] : []),
    ];
  });
}
