import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { selectGroupsById } from '#server/groups/lists/scope-batches.ts';
import { readGroupFacts } from './read-facts.ts';
import { getSummaryRules, type SummaryServices } from './read-summaries.ts';
import { buildRulesKey, type SummaryRules, summariseGroup } from './summarise.ts';

const groupsAtOnce = 100;

/** The rules of each cohort with which this process last compared all summaries. */
const comparedRules = new Map<string, string>();

/** Computes outdated summaries in batches. Until then, readers compute them for themselves. */
export async function updateGroupSummaries(services: SummaryServices): Promise<void> {
  const { db, content } = services;
  for (const cohort of content.cohorts) {
    const key = buildRulesKey(getSummaryRules(services, cohort));
    if (comparedRules.get(cohort._id) === key) continue;
    await markOutdated(db, cohort._id, key);
    comparedRules.set(cohort._id, key);
  }
  while ((await updateBatch(services)) === groupsAtOnce) await nextTurn();
}

const markOutdated = (db: Db, cohortId: string, key: string) =>
  db
    .updateTable('group_summaries')
    .set({ rules_key: null })
    .where('group_id', 'in', (eb) =>
      eb.selectFrom('groups').select('id').where('cohort_id', '=', cohortId),
    )
    .where('rules_key', '!=', key)
    .execute();

/** Returns the number of computed rows. Locks them, so that a concurrent write makes them outdated again. */
const updateBatch = (services: SummaryServices): Promise<number> =>
  services.db.transaction().execute(async (trx) => {
    const outdated = await trx
      .selectFrom('group_summaries')
      .select('group_id')
      .where('rules_key', 'is', null)
      .limit(groupsAtOnce)
      .$if(isPostgres(trx), (query) => query.forUpdate().skipLocked())
      .execute();
    if (outdated.length === 0) return 0;
    const ids = outdated.map(({ group_id }) => group_id);
    const facts = await readGroupFacts(trx, selectGroupsById(trx, ids));
    for (const [cohortId, ofCohort] of Map.groupBy(facts, ({ group }) => group.cohort_id)) {
      const cohort = await services.content.cohort(trx, cohortId);
      await saveSummaries(trx, ofCohort, getSummaryRules(services, cohort));
    }
    return outdated.length;
  });

async function saveSummaries(
  db: Db,
  facts: Awaited<ReturnType<typeof readGroupFacts>>,
  rules: SummaryRules,
) {
  const rules_key = buildRulesKey(rules);
  const rows = facts.map((each) => {
    const { students, unchecked, ...lists } = summariseGroup(each, rules);
    const texts = Object.entries(lists).map(([name, value]) => [name, JSON.stringify(value)]);
    return {
      group_id: each.group.id,
      rules_key,
      students,
      unchecked,
      ...(Object.fromEntries(texts) as Record<keyof typeof lists, string>),
    };
  });
  await db
    .insertInto('group_summaries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet(({ ref }) => ({
        rules_key: ref('excluded.rules_key'),
        students: ref('excluded.students'),
        unchecked: ref('excluded.unchecked'),
        completed: ref('excluded.completed'),
        missing: ref('excluded.missing'),
        certificates: ref('excluded.certificates'),
        files: ref('excluded.files'),
        marks: ref('excluded.marks'),
      })),
    )
    .execute();
}
