import { sql } from 'kysely';

/**
 * SQL condition for members who have not left their group. Every query that lists or counts members applies it, except
 * those that `current-member.test.ts` lists with the reason.
 */
export const isCurrentMember = sql<boolean>`members.left_at is null`;

/**
 * SQL condition for members who belong to their group's records: current ones and those who left. A person whose arrival
 * was undone has left without a departure and is listed nowhere.
 */
export const isListedMember = sql<boolean>`(members.left_at is null or exists (
  select 1 from departures
  where departures.member_id = members.id and departures.group_id = members.group_id
))`;
