import { isUniqueViolation } from '#server/db/connect.ts';

const columns = ['email', 'roll_key', 'user_id'] as const;

/**
 * Returns true if the database has thrown this error because the member is already in another group of an open cohort.
 */
export const isDuplicateMemberError = (error: unknown): boolean =>
  columns.some((column) => isUniqueViolation(error, 'members', column));
