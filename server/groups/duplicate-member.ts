import { isUniqueViolation } from '#server/db/connect.ts';

const columns = ['email', 'roll_key', 'user_id'] as const;

/** Returns true if the database rejected a member who is already in another group of an open cohort. */
export const isDuplicateMemberError = (error: unknown): boolean =>
  columns.some((column) => isUniqueViolation(error, 'members', column));
