import { backgroundJobs } from '#server/features.ts';
import { runBackgroundJobs } from '#server/http/background-jobs.ts';
import type { Portal } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';
import type { DemoDates } from './dates.ts';
import { createSampleDepartment } from './replay.ts';

/** Fills a portal of the tests with the sample department, without hashing a password for each login. */
export function fillTestPortal(portal: Portal, dates: DemoDates, now: Date, groups: number) {
  const { db } = portal;
  const findUserId = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow())
      .id;
  return createSampleDepartment(
    {
      admin: { email: 'admin@university.test', password: testUserPassword },
      logIn: async (email) => portal.logInAs(await findUserId(email)),
      setClock: async (at) => portal.wait(at.getTime() - portal.clock().getTime()),
      runJobs: () => runBackgroundJobs(portal, backgroundJobs, () => false),
    },
    dates,
    now,
    groups,
  );
}
