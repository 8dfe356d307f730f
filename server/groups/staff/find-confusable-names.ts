import type { UnlinkedStaffName } from '#contract/admin/attention.ts';
import { toNameKey } from '#contract/values/text.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { selectGroupsInOpenCohorts } from '#server/groups/lists/select-groups-in-scope.ts';
import { toConfusableNameKey } from './confusable-form.ts';
import { placeholderSupervisor } from './placeholder-name.ts';

type Account = UnlinkedStaffName['alike'][number];

/** Returns names of supervisors and examiners without an active account, and accounts with confusable names. */
export async function findConfusableStaffNames(db: Db) {
  const [accounts, names] = await readTogether(db, (reader) =>
    Promise.all([listStaffAccounts(reader), namesOfStaff(reader)]),
  );
  const open = accounts.filter(({ blocked_at }) => blocked_at === null);
  const openIds = new Set<string | null>(open.map(({ _id }) => _id));
  const byConfusableForm = Map.groupBy(open, ({ name }) => toConfusableNameKey(name));
  const byId = new Map(accounts.map((account) => [account._id, account]));

  const unbound = names.filter(
    ({ name, boundTo }) => !openIds.has(boundTo) && toNameKey(name) !== placeholderSupervisor,
  );
  return {
    unboundNames: [...Map.groupBy(unbound, bindingKey).values()].flatMap(
      (sameNames): UnlinkedStaffName[] => {
        const [first] = sameNames;
        if (!first) return [];
        const alike = byConfusableForm.get(toConfusableNameKey(first.name)) ?? [];
        const isNamesake = (account: Account) => toNameKey(account.name) === toNameKey(first.name);
        return [
          {
            name: first.name,
            groups: sameNames.map(({ group }) => group),
            blocked: byId.get(first.boundTo ?? '') ?? null,
            namesakes: alike.filter(isNamesake),
            alike: alike.filter((account) => !isNamesake(account)),
          },
        ];
      },
    ),
    // Exclude sets of accounts that all have the same name, because their emails distinguish them.
    alikeAccounts: [...byConfusableForm.values()].filter(
      (alike) => new Set(alike.map(({ name_key }) => name_key)).size > 1,
    ),
  };
}

const listStaffAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id as _id', 'name', 'name_key', 'email', 'blocked_at'])
    .where('role', '=', 'faculty')
    .orderBy('sort_key')
    .execute();

type Named = Awaited<ReturnType<typeof namesOfStaff>>[number];
const bindingKey = ({ name, boundTo }: Named) => `${boundTo ?? ''} ${toNameKey(name)}`;

/** Reads groups with a name that has no active account. Excludes closed cohorts, where names cannot be changed. */
async function namesOfStaff(db: Db) {
  const active = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null);
  const groups = await selectGroupsInOpenCohorts(db)
    .select(['groups.id', 'groups.name', 'groups.version', 'supervisor', 'supervisor_id'])
    .select(['external_examiner', 'external_examiner_id'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('supervisor_id', 'is', null),
        eb('supervisor_id', 'not in', active),
        eb.and([
          eb('external_examiner', 'is not', null),
          eb.or([
            eb('external_examiner_id', 'is', null),
            eb('external_examiner_id', 'not in', active),
          ]),
        ]),
      ]),
    )
    .orderBy('groups.sort_key')
    .execute();
  return groups.flatMap(({ id: _id, name: fypGroupName, version, ...staff }) => {
    const group = { _id, fypGroupName, version };
    const { supervisor, external_examiner } = staff;
    return [
      {
        name: supervisor,
        boundTo: staff.supervisor_id,
        group: { ...group, part: 'supervisor' as const },
      },
      ...(external_examiner === null
        ? []
        : [
            {
              name: external_examiner,
              boundTo: staff.external_examiner_id,
              group: { ...group, part: 'externalExaminer' as const },
            },
          ]),
    ];
  });
}
