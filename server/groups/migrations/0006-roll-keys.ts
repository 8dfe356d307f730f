import { type Kysely, sql } from 'kysely';

type Members = {
  members: {
    id: string;
    group_id: string;
    position: number;
    roll: string;
    roll_key: string;
    phone: string;
    deleted_at: string | null;
  };
  groups: { id: string; created_at: string };
};

const keyOf = (roll: string) =>
  roll
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toUpperCase();

/** Recomputes each `roll_key`. An active member keeps the old key if the new one is taken by another active member. */
export async function up(database: Kysely<unknown>) {
  const db = database as Kysely<Members>;
  const members = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id', 'roll', 'roll_key', 'members.deleted_at'])
    .orderBy('groups.created_at')
    .orderBy('members.group_id')
    .orderBy('position')
    .execute();
  // An active member must not get the existing key of another active member.
  const live = members.filter(({ deleted_at }) => deleted_at === null);
  const taken = new Set(live.map(({ roll_key }) => roll_key));
  for (const { id, roll, roll_key, deleted_at } of members) {
    const key = keyOf(roll);
    if (key === roll_key || key === '') continue;
    if (deleted_at === null) {
      if (taken.has(key)) continue;
      taken.add(key);
    }
    await db.updateTable('members').set({ roll_key: key }).where('id', '=', id).execute();
  }
  // Earlier versions stored phone numbers as ten digits that start with 3, with or without +92.
  await sql`
    update members set phone = '+92 ' || substr(phone, length(phone) - 9)
    where (length(phone) = 10 and phone like '3%') or (length(phone) = 13 and phone like '+923%')
  `.execute(db);
}
