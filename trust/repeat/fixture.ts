import type { Endpoint } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { type Account, addAccount, type Group } from '#trust/lib/fixtures.ts';
import type { Random } from '#trust/lib/random.ts';
import type { Input } from '#trust/lib/raw-http.ts';

/** What the writes need: the database, an admin, and the group of the lane in which one comes after the other. */
export type Fixture = { db: Db; random: Random; url: string; admin: string; group: Group };

/** One request that will be sent twice, and what has to be there once afterwards. */
export type Prepared = {
  endpoint: Endpoint;
  input?: Input;
  token?: string;
  /** How often each effect is there: 1 is right. */
  effects: () => Promise<Record<string, number>>;
  /** Refusals that say clearly that it was done already. */
  refusals?: readonly ProblemCode[];
  /** Makes the lane fit for the next write. */
  after?: (url: string) => Promise<unknown>;
};
export type Prepare = (fixture: Fixture) => Promise<Prepared>;

export const addPerson = (
  { db }: Fixture,
  role: 'student' | 'faculty' = 'student',
  mustConfirm = false,
): Promise<Account> => addAccount(db, role, { mustConfirm });

let tags = 0;
/** A word that occurs nowhere else. */
export function newTag(): string {
  tags += 1;
  return `tag${tags}x`;
}

export const countOf = async (query: { execute(): Promise<unknown[]> }): Promise<number> =>
  (await query.execute()).length;
export const emailsTo = ({ db }: Fixture, email: string) =>
  countOf(db.selectFrom('emails').select('id').where('recipient', '=', email));
export const linksOf = ({ db }: Fixture, userId: string) =>
  countOf(db.selectFrom('one_use_links').select('purpose').where('user_id', '=', userId));
export const sessionsOf = ({ db }: Fixture, userId: string) =>
  countOf(db.selectFrom('sessions').select('id').where('user_id', '=', userId));
/** How many lines of a group's history say so. */
export const changesTo = ({ db }: Fixture, groupId: string, value: string) =>
  countOf(
    db
      .selectFrom('changes')
      .select('id')
      .where('group_id', '=', groupId)
      .where('value_to', 'like', `${value}%`),
  );
export const userOf = ({ db }: Fixture, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).execute();
