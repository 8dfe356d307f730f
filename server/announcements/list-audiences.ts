import { toListEntryKey } from '#contract/values/listed.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Services } from '#server/services.ts';
import { selectTargetGroups } from './audience.ts';

/** Returns the programs and groups that an announcement can address. Throws `not-found` for an unknown cohort. */
export async function listAudiences({ db, content }: Services, code: string | undefined) {
  const cohort = getCohort(content, code);
  const groups = await selectTargetGroups(db, {
    cohortId: cohort._id,
    programs: null,
    groupIds: null,
  })
    .select(['groups.id as _id', 'groups.name as fypGroupName', 'groups.title as fypTitle'])
    .select('groups.program')
    .orderBy('groups.sort_key')
    .execute();
  const ofProgram = Map.groupBy(groups, ({ program }) => toListEntryKey(program));
  const programs = cohort.programs.map(({ value, label }) => ({
    value,
    label,
    groups: ofProgram.get(toListEntryKey(value))?.length ?? 0,
  }));
  return { cohort: cohort.code, isClosed: cohort.closedAt !== null, programs, groups };
}
