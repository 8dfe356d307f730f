import type { Prepare } from './prepared.ts';
import { writesOfAccounts } from './writes-of-accounts.ts';
import { writesOfGroups } from './writes-of-groups.ts';

/** Every call of the contract that writes, but the login: each opens a session of its own. */
export const writes: Record<string, Prepare> = { ...writesOfGroups, ...writesOfAccounts };
