import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { hasFullGroupAccess } from './group-access.ts';

type Account = Pick<DatabaseRow<'users'>, 'id' | 'role' | 'blocked_at'>;
type Staffed = Pick<DatabaseRow<'groups'>, 'supervisor_id' | 'external_examiner_id'>;

export const isActiveAdminOrGroupStaff = (account: Account, group: Staffed): boolean =>
  account.blocked_at === null &&
  hasFullGroupAccess({ userId: account.id, role: account.role }, group);

export type EmailDeliveryDecision = { withdrawn: string } | { replyTo: string | null };

/** Decides, immediately before delivery, whether an email may still be sent and which reply address it gets. */
export async function decideEmailDelivery(
  db: Db,
  email: DatabaseRow<'emails'>,
  office: string,
): Promise<EmailDeliveryDecision> {
  const facts = await readFacts(db, email.id);
  if (!facts) return { withdrawn: 'It was deleted before it was sent.' };
  const withdrawn =
    reasonToWithdraw(email, facts, office) ??
    (await reasonInList(db, email, facts)) ??
    (await reasonInAnyGroup(db, email, facts));
  if (withdrawn) return { withdrawn };
  return { replyTo: replyToOf(email, facts, office) };
}

const readFacts = (db: Db, emailId: string) =>
  db
    .selectFrom('emails')
    .leftJoin('groups', 'groups.id', 'emails.group_id')
    .leftJoin('users as account', 'account.email', 'emails.recipient')
    .leftJoin('users as replier', 'replier.email', 'emails.reply_to')
    // A member’s row in a closed cohort may contain an outdated email address, so prefer the account.
    .leftJoin('members', (join) =>
      join
        .onRef('members.group_id', '=', 'groups.id')
        .on(isCurrentMember)
        .on((eb) =>
          eb.or([
            eb('members.user_id', '=', eb.ref('account.id')),
            eb.and([
              eb('members.user_id', 'is', null),
              eb('members.email', '=', eb.ref('emails.recipient')),
            ]),
          ]),
        ),
    )
    .leftJoin('members as sender', (join) =>
      join
        .onRef('sender.group_id', '=', 'groups.id')
        .onRef('sender.user_id', '=', 'replier.id')
        .on('sender.left_at', 'is', null),
    )
    .leftJoin('members as bound', 'bound.id', 'emails.to_member_id')
    .leftJoin('users as boundAccount', 'boundAccount.id', 'bound.user_id')
    .leftJoin('users as supervisor', 'supervisor.id', 'groups.supervisor_id')
    .select([
      'groups.name as groupName',
      'groups.deleted_at as groupDeletedAt',
      'groups.supervisor_id',
      'groups.external_examiner_id',
      'members.id as memberId',
      'sender.id as senderId',
      'bound.email as boundEmail',
      'boundAccount.id as boundAccountId',
      'boundAccount.email as boundAccountEmail',
      'account.id as accountId',
      'account.role as accountRole',
      'account.blocked_at as accountBlockedAt',
      'account.email_confirmed_at as accountConfirmedAt',
      'replier.id as replierId',
      'replier.role as replierRole',
      'replier.blocked_at as replierBlockedAt',
      'supervisor.email as supervisorEmail',
      'supervisor.role as supervisorRole',
      'supervisor.blocked_at as supervisorBlockedAt',
    ])
    .where('emails.id', '=', emailId)
    .executeTakeFirst();
type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

const accountFrom = (
  id: string | null,
  role: Account['role'] | null,
  blocked_at: string | null,
): Account | undefined => (id !== null && role !== null ? { id, role, blocked_at } : undefined);

function reasonToWithdraw(
  { recipient, group_id, member_id, to_member_id, user_id }: DatabaseRow<'emails'>,
  facts: Facts,
  office: string,
): string | undefined {
  const account = accountFrom(facts.accountId, facts.accountRole, facts.accountBlockedAt);
  const isOfOffice = recipient === office && user_id === null && to_member_id === null;
  if (account?.blocked_at && !isOfOffice && isBlockFor(account, facts, user_id)) {
    return `The account for ${recipient} is blocked.`;
  }
  if (user_id !== null && account?.id !== user_id) {
    return `${recipient} is no longer the email of the account it was written to.`;
  }
  const isOfMember =
    to_member_id === null || recipient === (facts.boundAccountEmail ?? facts.boundEmail);
  if (group_id === null) {
    return isOfMember
      ? undefined
      : `${recipient} is no longer the email of the member it was written to.`;
  }
  const { groupName } = facts;
  if (groupName === null) return 'The group no longer exists.';
  if (facts.groupDeletedAt !== null) return `${groupName} is in the bin.`;
  const isMember = facts.memberId !== null && (member_id ?? facts.memberId) === facts.memberId;
  if (isMember && isOfMember) return undefined;
  if (member_id !== null || !isOfMember)
    return `${recipient} is no longer the email of this member of ${groupName}.`;
  if (recipient === office || (account && isActiveAdminOrGroupStaff(account, facts)))
    return undefined;
  return `${recipient} is no longer a member, the supervisor or the external examiner of ${groupName}.`;
}

/** Anybody can sign up with any address, so the block of an unconfirmed account withholds only its own emails. */
const isBlockFor = ({ id }: Account, facts: Facts, userId: string | null): boolean =>
  facts.accountConfirmedAt !== null || id === userId || id === facts.boundAccountId;

async function reasonInList(
  db: Db,
  { recipient, group_ids }: DatabaseRow<'emails'>,
  { accountId, accountRole }: Facts,
): Promise<string | undefined> {
  if (group_ids === null) return undefined;
  const groups = await db
    .selectFrom('groups')
    .select(['name', 'supervisor_id'])
    .where(isIdInJsonArray(db, 'id', group_ids))
    .orderBy('sort_key')
    .execute();
  const lost = groups.find(
    ({ supervisor_id }) => accountRole !== 'faculty' || supervisor_id !== accountId,
  );
  return lost && `${recipient} is no longer the supervisor of ${lost.name}.`;
}

async function reasonInAnyGroup(
  db: Db,
  { recipient, one_of_group_ids, to_member_id }: DatabaseRow<'emails'>,
  { accountId, accountRole, accountBlockedAt }: Facts,
): Promise<string | undefined> {
  if (one_of_group_ids === null) return undefined;
  const groups = db
    .selectFrom('groups')
    .select(['supervisor_id', 'external_examiner_id'])
    .where(isIdInJsonArray(db, 'groups.id', one_of_group_ids));
  const account = accountFrom(accountId, accountRole, accountBlockedAt);
  // Staff also hear that their group was dissolved, although it is in the bin by then.
  const matches =
    to_member_id === null
      ? (await groups.execute()).filter(
          (group) => account && isActiveAdminOrGroupStaff(account, group),
        )
      : await groups
          .innerJoin('members', 'members.group_id', 'groups.id')
          .where('members.id', '=', to_member_id)
          .where(isCurrentMember)
          .where('groups.deleted_at', 'is', null)
          .execute();
  return matches.length > 0
    ? undefined
    : `${recipient} no longer belongs to any of the groups it was about.`;
}

/** Returns the stored reply address if it is still valid, otherwise the address of the supervisor or the office. */
function replyToOf(
  { recipient, reply_to, group_id }: DatabaseRow<'emails'>,
  facts: Facts,
  office: string,
): string | null {
  if (reply_to === null || reply_to === office) return reply_to;
  const replier = accountFrom(facts.replierId, facts.replierRole, facts.replierBlockedAt);
  if (replier && replier.blocked_at === null) {
    if (replier.role === 'admin') return reply_to;
    const isOfGroup = facts.senderId !== null || isActiveAdminOrGroupStaff(replier, facts);
    if (group_id !== null && isOfGroup) return reply_to;
  }
  const { supervisorEmail } = facts;
  const supervisor = accountFrom(
    facts.supervisor_id,
    facts.supervisorRole,
    facts.supervisorBlockedAt,
  );
  const mayReply =
    supervisor && isActiveAdminOrGroupStaff(supervisor, facts) && supervisorEmail !== recipient;
  return mayReply ? supervisorEmail : office;
}
