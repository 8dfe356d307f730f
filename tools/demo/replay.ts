import { findChoices } from '#contract/students/proposals.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { type DemoDates, toInstant } from './dates.ts';
import { planDemoDepartment } from './plan-department.ts';
import { chapters } from './story/chapters.ts';
import type { DemoCallers } from './story/event.ts';

/** An empty portal whose clock can be set. */
export type ReplayPortal = {
  /** The only account. All other accounts get its password. */
  admin: { email: string; password: string };
  logIn: (email: string) => Promise<ApiCaller>;
  setClock: (at: Date) => Promise<void>;
  runJobs: () => Promise<void>;
};

export type SampleLogin = { role: string; name: string; email: string };

/** Shorter than the time after which an idle session ends. */
const sessionMs = 6 * 3_600_000;

/**
 * Fills an empty portal with sample data: repeats the events of an academic year until `now` through the API, each at
 * its own time.
 */
export async function createSampleDepartment(
  portal: ReplayPortal,
  dates: DemoDates,
  now: Date,
  groupCount = 30,
): Promise<SampleLogin[]> {
  const callers = createCallers(portal);
  await callers.setClock(toInstant(dates, dates.start, '08:00'));
  const admin = await callers.admin();
  const { programs, supervisors } = await admin.call(findChoices);
  const department = planDemoDepartment(
    {
      dates,
      programs: programs.map(({ value }) => value),
      supervisors: supervisors.map(({ value }) => value).filter((name) => name !== 'other'),
    },
    groupCount,
  );
  const events = chapters
    .flatMap((chapter) => chapter(department))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, run } of events) {
    if (at > now) throw new Error(`An event of the demo is in the future: ${at.toISOString()}`);
    await callers.setClock(at);
    await run(callers);
  }
  await callers.setClock(now);
  const [supervisor, examiner] = [department.supervisors[0], department.examiners[0]];
  // A group with two members, an open report and a returned certificate.
  const student = department.groups[7]?.first;
  return Object.entries({ supervisor, examiner, student }).flatMap(([role, person]) =>
    person ? [{ role, name: person.name, email: person.email }] : [],
  );
}

/** Logs accounts in again when their sessions have expired on the portal's clock. */
function createCallers(portal: ReplayPortal) {
  const { admin, runJobs } = portal;
  const sessions = new Map<string, { caller: ApiCaller; at: number }>();
  let now = 0;
  const as = async ({ email }: { email: string }): Promise<ApiCaller> => {
    const open = sessions.get(email);
    if (open && now - open.at < sessionMs) return open.caller;
    const caller = await portal.logIn(email);
    sessions.set(email, { caller, at: now });
    return caller;
  };
  return {
    as,
    admin: () => as(admin),
    password: admin.password,
    runJobs,
    setClock: async (at: Date) => {
      now = at.getTime();
      await portal.setClock(at);
    },
  } satisfies DemoCallers & Pick<ReplayPortal, 'setClock'>;
}
