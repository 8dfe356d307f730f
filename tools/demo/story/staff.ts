import { createUser } from '#contract/users.ts';
import { toInstant } from '#tools/demo/dates.ts';
import type { DemoPerson } from '#tools/demo/plan-department.ts';
import type { Chapter, DemoEvent } from './event.ts';

/** The coordinator adds the accounts of supervisors and examiners on the first day. */
export const staff: Chapter = ({ dates, supervisors, examiners }) => {
  const addAccounts = (people: readonly DemoPerson[], supervises: boolean): DemoEvent => ({
    at: toInstant(dates, dates.start, '09:00'),
    run: async ({ admin, password }) => {
      const caller = await admin();
      for (const person of people) {
        const body = { ...person, role: 'faculty' as const, password, supervises };
        await caller.call(createUser, { body });
      }
    },
  });
  return [addAccounts(supervisors, true), addAccounts(examiners, false)];
};
