import { listMilestones } from '#contract/rules/scheme.ts';
import type { UnfinishedWork } from '#contract/settings/cohorts.ts';
import { countMissedDeadlines } from '#server/board/count-missed.ts';
import { readCertificateStates } from '#server/certificates/read-states.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import {
  type ScopedGroupQuery,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/** Counts what students and markers of a cohort have not finished. Closing the cohort leaves it as it is. */
export async function countUnfinishedWork(
  services: Services,
  caller: Caller,
  cohort: CohortContent,
): Promise<UnfinishedWork> {
  const { db, content } = services;
  const scope = selectVisibleGroups(db, caller, cohort._id);
  const [certificates, unmarked, missed, withoutOutcome] = await Promise.all([
    content.modules.certificates ? readCertificateStates(db, content.courses.rule, scope) : [],
    countUnmarked(scope, cohort),
    countMissedDeadlines(services, scope, cohort),
    countWithoutOutcome(scope, cohort),
  ]);
  return {
    unmarked,
    missed,
    withoutOutcome,
    withoutCertificates: certificates.filter(({ state }) => state !== 'complete').length,
  };
}

/** Returns the milestones that are not marked for every student, with the number of students without a mark. */
async function countUnmarked(scope: ScopedGroupQuery, { scheme }: CohortContent) {
  const members = scope
    .innerJoin('members', 'members.group_id', 'groups.id')
    .where(isCurrentMember);
  const [{ students }, marked] = await Promise.all([
    members.select(({ fn }) => fn.countAll<number>().as('students')).executeTakeFirstOrThrow(),
    members
      .innerJoin('marks', 'marks.member_id', 'members.id')
      .select(({ fn }) => ['marks.milestone', fn.countAll<number>().as('students')])
      .where('marks.marks', 'is not', null)
      .groupBy('marks.milestone')
      .execute(),
  ]);
  const counts = new Map(marked.map((row) => [row.milestone, Number(row.students)]));
  return listMilestones(scheme).flatMap(({ key, title }) => {
    const open = Number(students) - (counts.get(key) ?? 0);
    return open > 0 ? [{ milestone: key, title, students: open }] : [];
  });
}

/** Counts the groups without a final result of the viva. A viva to be repeated has none. */
async function countWithoutOutcome(scope: ScopedGroupQuery, { scheme }: CohortContent) {
  if (!scheme.parts.some(({ viva }) => viva)) return 0;
  const { groups } = await scope
    .select(({ fn }) => fn.countAll<number>().as('groups'))
    .where((eb) => eb.or([eb('viva_status', 'is', null), eb('viva_status', '=', 'reschedule')]))
    .executeTakeFirstOrThrow();
  return Number(groups);
}
