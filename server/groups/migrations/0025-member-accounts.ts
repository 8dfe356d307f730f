import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Links memberships to accounts. An admin has to choose the account of an ambiguous membership. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes) {
  await db.schema
    .alterTable('members')
    .addColumn('user_id', id, (c) => c.references('users.id'))
    .execute();
  await db.schema
    .createIndex('members_user_id_unique')
    .unique()
    .on('members')
    .column('user_id')
    .where(sql<boolean>`deleted_at is null and closed_at is null`)
    .execute();
  await db.schema.createIndex('members_user_id').on('members').column('user_id').execute();
  await db.schema
    .createTable('claimed_emails')
    .addColumn('email', 'text', (c) => c.notNull().check(sql`email = lower(email)`))
    .addColumn('user_id', id, (c) => c.notNull().references('users.id'))
    .addColumn('claimed_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('claimed_emails_pk', ['email', 'user_id'])
    .execute();

  const formerEmails = await readFormerEmails(db);
  await claimByAddress(db);
  for (const former of formerEmails) await contestFormerRows(db, former);
  await claimLeftRows(db, formerEmails);
  await recordClaims(db, formerEmails);
  await updateOpenRows(db);
}

type FormerEmail = { userId: string; email: string; until: string; wasConfirmed: boolean };

/** Reads from the audit trail the addresses that accounts had before an admin changed them. */
async function readFormerEmails(db: Kysely<unknown>): Promise<FormerEmail[]> {
  type Entry = { subject_id: string; at: string; detail: string; was_confirmed: number };
  // Changing an address confirms the account, so only earlier entries show whether the old address was confirmed.
  const { rows } = await sql<Entry>`
    select entry.subject_id, entry.at, entry.detail, case when exists (
      select 1 from audit_entries as earlier
      where earlier.subject_id = entry.subject_id and earlier.sequence < entry.sequence and (
        earlier.action in ('account-confirmed', 'password-reset')
        or earlier.action = 'account-made' and earlier.detail not like 'signed up%'
      )
    ) then 1 else 0 end as was_confirmed
    from audit_entries as entry
    where entry.action = 'account-changed' and entry.detail like '%email: %'
    order by entry.sequence
  `.execute(db);
  return rows.flatMap(({ subject_id, at, detail, was_confirmed }) => {
    const email = /(?:^|; )email: (\S+) → \S+$/.exec(detail)?.[1];
    if (email === undefined) return [];
    return [{ userId: subject_id, email, until: at, wasConfirmed: was_confirmed === 1 }];
  });
}

async function claimByAddress(db: Kysely<unknown>) {
  await sql`
    update members set user_id = (
      select users.id from users
      where users.email = members.email and users.email_confirmed_at is not null
    ) where left_by is null
  `.execute(db);
}

/** Unlinks members whose email this account had formerly, and records in `left_by` that the account left them. */
async function contestFormerRows(db: Kysely<unknown>, { userId, email, until }: FormerEmail) {
  await sql`
    update members set left_by = ${userId}, user_id = null
    where email = ${email} and left_by is null and (user_id is null or user_id <> ${userId})
    and exists (select 1 from users where users.id = ${userId})
    and exists (
      select 1 from groups where groups.id = members.group_id and groups.created_at <= ${until}
    )
  `.execute(db);
}

type LeftRow = {
  id: string;
  email: string;
  left_by: string;
  is_open: number;
  account_email: string;
  confirmed_at: string | null;
  holder: string | null;
};

/** Links members to the account in `left_by` if it had confirmed their email and no other account has or had it. */
async function claimLeftRows(db: Kysely<unknown>, formerEmails: readonly FormerEmail[]) {
  const { rows } = await sql<LeftRow>`
    select members.id, members.email, members.left_by, account.email as account_email,
      account.email_confirmed_at as confirmed_at, holder.id as holder,
      case when members.deleted_at is null and members.closed_at is null then 1 else 0 end as is_open
    from members
    inner join users as account on account.id = members.left_by
    left join users as holder
      on holder.email = members.email and holder.email_confirmed_at is not null
    where members.user_id is null order by members.id
  `.execute(db);
  for (const row of rows) {
    const had = formerEmails.filter(({ email }) => email === row.email);
    const isOwn =
      row.holder === row.left_by ||
      had.some(({ userId, wasConfirmed }) => userId === row.left_by && wasConfirmed);
    const isAnothers =
      (row.holder !== null && row.holder !== row.left_by) ||
      had.some(({ userId }) => userId !== row.left_by);
    if (row.confirmed_at === null || !isOwn || isAnothers) continue;
    if (row.is_open === 1 && (await hasOpenRow(db, row))) continue;
    await sql`
      update members set user_id = ${row.left_by}, left_by = null where id = ${row.id}
    `.execute(db);
  }
}

async function hasOpenRow(db: Kysely<unknown>, { id, left_by, account_email }: LeftRow) {
  const { rows } = await sql`
    select 1 from members
    where id <> ${id} and deleted_at is null and closed_at is null
    and (user_id = ${left_by} or email = ${account_email})
  `.execute(db);
  return rows.length > 0;
}

/** Records in `claimed_emails` the current and former emails of accounts that own, or may own, memberships. */
async function recordClaims(db: Kysely<unknown>, formerEmails: readonly FormerEmail[]) {
  await sql`
    insert into claimed_emails (email, user_id, claimed_at)
    select users.email, users.id, users.email_confirmed_at from users
    where users.email_confirmed_at is not null
    and exists (select 1 from members where members.user_id = users.id)
  `.execute(db);
  for (const { userId, email, until, wasConfirmed } of formerEmails) {
    if (!wasConfirmed) continue;
    await sql`
      insert into claimed_emails (email, user_id, claimed_at)
      select ${email}, users.id, ${until} from users
      where users.id = ${userId} and exists (
        select 1 from members
        where members.user_id = users.id or members.user_id is null and members.email = ${email}
      )
      on conflict (email, user_id) do nothing
    `.execute(db);
  }
}

type OpenRow = { id: string; group_id: string; user_id: string; from: string; to: string };

async function updateOpenRows(db: Kysely<unknown>) {
  const { rows } = await sql<OpenRow & { name: string; at: string }>`
    select members.id, members.group_id, members.user_id, members.email as "from", users.email as "to",
      groups.changed_at as at
    from members
    inner join users on users.id = members.user_id
    inner join groups on groups.id = members.group_id
    where members.closed_at is null and members.email <> users.email order by members.id
  `.execute(db);
  for (const { id, group_id, user_id, from, to, at } of rows) {
    await sql`update members set email = ${to} where id = ${id}`.execute(db);
    await sql`
      insert into changes (id, group_id, member_id, part, field, value_from, value_to, changed_by,
        changed_by_name, changed_at, sequence)
      select ${randomUUID()}, ${group_id}, ${id}, 'member', 'email', ${from}, ${to}, ${user_id},
        'Update of the portal', ${at}, coalesce(max(sequence), 0) + 1
      from changes where group_id = ${group_id}
    `.execute(db);
    await writeSearchKey(db, group_id);
  }
}

async function writeSearchKey(db: Kysely<unknown>, groupId: string) {
  type Texts = Record<'group_name' | 'title' | 'supervisor' | 'name' | 'email' | 'roll', string> & {
    external_examiner: string | null;
  };
  const { rows } = await sql<Texts>`
    select groups.name as group_name, title, supervisor, external_examiner, members.name, email, roll
    from groups inner join members on members.group_id = groups.id
    where groups.id = ${groupId} order by position
  `.execute(db);
  const [group] = rows;
  const texts = [
    group?.group_name,
    group?.title,
    group?.supervisor,
    group?.external_examiner,
    ...rows.flatMap(({ name, email, roll }) => [name, email, roll]),
  ];
  const search_key = normaliseForSearch(texts.filter(Boolean).join('\n'));
  await sql`update groups set search_key = ${search_key} where id = ${groupId}`.execute(db);
}
