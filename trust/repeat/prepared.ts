import type { Endpoint } from '#contract/endpoint.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Lane, Stage } from './stage.ts';

/** One call that will be sent twice, and what has to be there once afterwards. */
export type Prepared = {
  endpoint: Endpoint;
  input: { params?: Record<string, unknown>; body?: unknown };
  token?: string;
  /** How often each effect is there: 1 is right. */
  effects: () => Promise<Record<string, number>>;
  /** Refusals that say clearly that it was done already. */
  refusals?: readonly ProblemCode[];
  /** Makes the lane fit for the next write. */
  after?: (url: string) => Promise<unknown>;
};
export type Prepare = (stage: Stage, lane: Lane, url: string) => Promise<Prepared>;

export const emailsTo = async ({ db }: Stage, email: string) =>
  (await db.selectFrom('emails').select('id').where('recipient', '=', email).execute()).length;
export const linksOf = async ({ db }: Stage, userId: string) =>
  (await db.selectFrom('one_use_links').select('purpose').where('user_id', '=', userId).execute())
    .length;
export const sessionsOf = async ({ db }: Stage, userId: string) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;
/** How many lines of a group's history say so. */
export const changesTo = async ({ db }: Stage, groupId: string, value: string) => {
  const rows = await db
    .selectFrom('changes')
    .select('id')
    .where('group_id', '=', groupId)
    .where('value_to', 'like', `${value}%`)
    .execute();
  return rows.length;
};
export const userOf = ({ db }: Stage, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).execute();
