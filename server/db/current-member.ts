import { sql } from 'kysely';

/**
 * SQL condition for members who have not left their group. Every query that lists or counts members applies it, except
 * those that `current-member.test.ts` lists with the reason.
 */
export const isCurrentMember = sql<boolean>`members.left_at is null`;
