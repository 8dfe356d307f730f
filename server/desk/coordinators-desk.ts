import { type DeskItem, formatHowMany } from '#contract/desk.ts';
import { countMissed } from '#server/board/count-missed.ts';
import { countUnchecked } from '#server/certificates/count-unchecked.ts';
import type { Db } from '#server/db/tables.ts';
import { listDamagedFiles } from '#server/documents/damaged-files.ts';
import { selectGroupsInScope } from '#server/groups/lists/select-groups-in-scope.ts';
import { listRoleConflicts } from '#server/groups/roles/find-role-conflicts.ts';
import { findConfusableNames } from '#server/groups/staff/find-confusable-names.ts';
import type { Caller } from '#server/http/serve.ts';
import { openObjections } from '#server/objections/open-objections.ts';
import type { Services } from '#server/services.ts';

type CountedDecisions = { id: string; count: number; text: (count: number) => string; to: string };

export async function findCoordinatorDesk(services: Services, caller: Caller): Promise<DeskItem[]> {
  const { db } = services;
  const { unboundNames } = await findConfusableNames(db);
  const unbound = new Set(unboundNames.flatMap(({ groups }) => groups.map(({ _id }) => _id)));
  const conflicting = new Set((await listRoleConflicts(db)).map(({ group }) => group._id));
  const decisions = await countsOf(db);
  const urgent: CountedDecisions[] = [
    {
      id: 'extensions',
      count: decisions.extensions,
      to: '/desk#extensions',
      text: (n) => `${formatHowMany(n, 'group')} ${n === 1 ? 'asks' : 'ask'} for an extension.`,
    },
    {
      id: 'objections',
      count: (await openObjections(db)).length,
      to: attention,
      text: (n) =>
        `${formatHowMany(n, 'student')} ${n === 1 ? 'says that they are' : 'say that they are'} not part of the group that names them.`,
    },
    {
      id: 'roles',
      count: conflicting.size,
      to: attention,
      text: (n) =>
        `${formatHowMany(n, 'group')} ${n === 1 ? 'has' : 'have'} somebody in two roles.`,
    },
    {
      id: 'files',
      count: (await listDamagedFiles(db)).length,
      to: attention,
      text: (n) => `${formatHowMany(n, 'file')} ${n === 1 ? 'is' : 'are'} damaged.`,
    },
    {
      id: 'emails',
      count: decisions.failedEmails,
      to: '/emails?state=failed',
      text: (n) => `${formatHowMany(n, 'email')} could not be delivered.`,
    },
  ];
  const otherItems: CountedDecisions[] = [
    {
      id: 'certificates',
      count: await countUnchecked(services, caller),
      to: '/certificates?state=unchecked',
      text: (n) =>
        `${formatHowMany(n, 'student')} ${n === 1 ? 'waits' : 'wait'} for their certificates to be checked.`,
    },
    {
      id: 'names',
      count: unbound.size,
      to: attention,
      text: (n) =>
        `${formatHowMany(n, 'group')} ${n === 1 ? 'names' : 'name'} staff who have no account.`,
    },
    {
      id: 'accounts',
      count: decisions.waiting,
      to: '/admin?tab=users&waiting=true',
      text: (n) => `${formatHowMany(n, 'account')} ${n === 1 ? 'waits' : 'wait'} to be confirmed.`,
    },
  ];
  const asItems = (counted: CountedDecisions[], isUrgent: boolean) =>
    counted.flatMap(({ id, count, text, to }) =>
      count === 0 ? [] : [{ id, text: text(count), to, isUrgent }],
    );
  return [
    ...asItems(urgent, true),
    ...asItems(otherItems, false),
    ...(await missedDeadlines(services, caller)),
  ];
}

const attention = '/admin?tab=attention';

async function countsOf(db: Db) {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('extension_requests')
        .innerJoin('groups', 'groups.id', 'extension_requests.group_id')
        .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('decision', 'is', null)
        .where('groups.deleted_at', 'is', null)
        .where('cohorts.closed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('extensions'),
      eb
        .selectFrom('emails')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('failed_at', 'is not', null)
        .where('withdrawn_at', 'is', null)
        .where('sent_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('failedEmails'),
      eb
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('email_confirmed_at', 'is', null)
        .where('blocked_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('waiting'),
    ])
    .executeTakeFirstOrThrow();
}

/** Returns the past deadlines of the current cohort with the number of groups that missed each. */
async function missedDeadlines(services: Services, caller: Caller): Promise<DeskItem[]> {
  const { db, content, clock } = services;
  const scope = selectGroupsInScope(db, caller, content.current._id);
  const missed = await countMissed(db, scope, content.current, clock());
  return missed.map(({ deadlineId, title, count }) => ({
    id: `missed-${deadlineId}`,
    text: `${formatHowMany(count, 'group')} ${count === 1 ? 'has' : 'have'} not handed in for ${title}.`,
    to: `/board?state=missed&deadline=${deadlineId}`,
    isUrgent: false,
  }));
}
