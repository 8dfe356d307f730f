import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import {
  type findFigures as endpoint,
  GroupAttentionReason,
  maxGroupsPerReason,
} from '#contract/admin/figures.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { hasExternalExaminer } from '#contract/rules/scheme.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Tables } from '#server/db/tables.ts';
import { isGroupInCohort } from '#server/groups/lists/select-groups-in-scope.ts';
import { placeholderSupervisor } from '#server/groups/staff/placeholder-name.ts';
import { version } from '#server/http/version.ts';
import type { Services } from '#server/services.ts';

type Groups = ExpressionBuilder<Tables, 'groups'>;
type Part = 'supervisor' | 'external_examiner';

const staff = (eb: Groups) =>
  eb.selectFrom('users').where('role', '=', 'faculty').where('blocked_at', 'is', null);

/** Matches groups whose named supervisor or examiner (`part`) is not linked to an active faculty account. */
const isUnbound = (eb: Groups, part: Part) =>
  eb.and([
    eb(`${part}_key`, '!=', placeholderSupervisor),
    eb.or([eb(`${part}_id`, 'is', null), eb(`${part}_id`, 'not in', staff(eb).select('users.id'))]),
  ]);

const isName = (eb: Groups, part: Part) =>
  eb(`${part}_key`, 'in', staff(eb).select('users.name_key'));

const lacksAccount = (eb: Groups, part: Part) =>
  eb.and([isUnbound(eb, part), eb.not(isName(eb, part))]);

const lacksChoice = (eb: Groups, part: Part) => eb.and([isUnbound(eb, part), isName(eb, part)]);

const isInClosed = (eb: Groups) =>
  eb.exists(
    eb
      .selectFrom('cohorts')
      .select('cohorts.id')
      .whereRef('cohorts.id', '=', 'groups.cohort_id')
      .where('cohorts.closed_at', 'is not', null),
  );

const conditions: Record<GroupAttentionReason, (eb: Groups) => Expression<SqlBool>> = {
  'no-examiner': (eb) => eb('external_examiner', 'is', null),
  'supervisor-other': (eb) => eb('supervisor_key', '=', placeholderSupervisor),
  'supervisor-account': (eb) => lacksAccount(eb, 'supervisor'),
  'examiner-account': (eb) => lacksAccount(eb, 'external_examiner'),
  'staff-choice': (eb) =>
    eb.or([lacksChoice(eb, 'supervisor'), lacksChoice(eb, 'external_examiner')]),
};

type Cohorts = readonly Pick<CohortContent, '_id' | 'scheme'>[];

/** Matches groups of cohorts whose marking scheme has a role for an external examiner. */
const needsExaminer = (eb: Groups, cohorts: Cohorts) => {
  const ids = cohorts.filter(({ scheme }) => hasExternalExaminer(scheme)).map(({ _id }) => _id);
  return ids.length > 0 ? eb('groups.cohort_id', 'in', ids) : eb.lit(false);
};

/** Counts users, and groups outside the bin. Lists the groups of open cohorts that need an admin. */
export async function findAdminStatistics(
  { db, content }: Pick<Services, 'db' | 'content'>,
  { cohort }: { cohort?: string | undefined },
): Promise<EndpointReply<typeof endpoint>> {
  const groups = db
    .selectFrom('groups')
    .where('deleted_at', 'is', null)
    .$if(cohort !== undefined, (query) => query.where((eb) => isGroupInCohort(eb, cohort ?? '')));
  const isWaiting = (eb: Groups, reason: GroupAttentionReason) =>
    eb.and([
      conditions[reason](eb),
      eb.not(isInClosed(eb)),
      ...(reason === 'no-examiner' ? [needsExaminer(eb, content.cohorts)] : []),
    ]);
  const counted = await groups
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select((eb) =>
      GroupAttentionReason.options.map((reason) =>
        eb.fn.countAll<number>().filterWhere(isWaiting(eb, reason)).as(reason),
      ),
    )
    .executeTakeFirstOrThrow();
  const waiting: EndpointReply<typeof endpoint>['waiting'] = [];
  for (const reason of GroupAttentionReason.options) {
    if (counted[reason] === 0) continue;
    const named = await groups
      .select(['groups.id as _id', 'groups.name as fypGroupName', 'title as fypTitle'])
      .where((eb) => isWaiting(eb, reason))
      .orderBy('groups.sort_key')
      .limit(maxGroupsPerReason)
      .execute();
    waiting.push({ reason, total: counted[reason], groups: named });
  }
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  return { version, groups: counted.all, users, waiting };
}
