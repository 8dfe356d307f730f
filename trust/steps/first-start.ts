import { type DataLocation, withDatabase } from '#server/backup/places.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { initialAdmin } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { stepCounterUrl } from './requests.ts';
import {
  createWorkspace,
  readDatabaseSchema,
  removeWorkspace,
  type WorkspaceStorage,
} from './workspaces.ts';

/** Kills a starting portal before `step`, or after a login if `step` is 0. Returns the schema if the start succeeds. */
async function startAndKill(workspace: DataLocation, step: number): Promise<string | undefined> {
  const env = { CRASH_BEFORE: String(step) };
  const portal = startPortal(workspace, { preload: stepCounterUrl, env });
  const ready = await portal.ready.catch(() => undefined);
  const schema = ready && (await withDatabase(workspace, readDatabaseSchema));
  if (ready && step === 0)
    await new ApiCaller(ready.url).logIn(initialAdmin.email, initialAdmin.password);
  await portal.kill('SIGKILL');
  return schema;
}

/** For each `every`-th step of a first start, kills a new portal before the step, restarts it and checks the result. */
export async function crashInFirstStart(
  host: WorkspaceStorage,
  every: number,
  report: RunReport,
): Promise<void> {
  const name = 'a first start and its migration';
  const referenceWorkspace = await createWorkspace(host);
  const expectedSchema = await startAndKill(referenceWorkspace, 0);
  await removeWorkspace(host, referenceWorkspace);
  for (let step = 1; ; step += every) {
    const workspace = await createWorkspace(host);
    const first = await startAndKill(workspace, step);
    const second = first ?? (await startAndKill(workspace, 0));
    const users = await withDatabase(workspace, (db) =>
      db.selectFrom('users').select('id').execute(),
    );
    await removeWorkspace(host, workspace);
    if (second !== expectedSchema)
      report.addViolations(
        `${name}, step ${step}: incomplete after a restart: ${second ?? 'it ended'}`,
      );
    if (users.length !== 1)
      report.addViolations(`${name}, step ${step}: there are ${users.length} accounts`);
    if (first !== undefined) break;
    report.count(`crashes in ${name}`);
  }
  report.requireAtLeast({ [`crashes in ${name}`]: 1 });
}
