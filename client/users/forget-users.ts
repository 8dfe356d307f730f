import { invalidate } from '#client/api/queries.ts';
import { findChoices } from '#contract/proposals.ts';
import { listUsers } from '#contract/users.ts';

/** After a change to any user: lists of people, and of supervisors to choose from, are read again. */
export const forgetUsers = () => invalidate(listUsers, findChoices);
