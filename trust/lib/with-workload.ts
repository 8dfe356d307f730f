import { setTimeout as sleep } from 'node:timers/promises';
import { type DataLocation, getFilesFolder } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { findStorageViolations } from './check-history.ts';
import type { Account, Group } from './fixtures.ts';
import type { RunReport } from './instrument.ts';
import type { SeededRandom } from './random.ts';
import { runWorkload, WorkloadJournal } from './workload.ts';

export type WorkloadContext = {
  workspace: DataLocation;
  db: Db;
  url: string;
  /** URLs of several portals. Each group uses one of them. */
  urls?: readonly string[];
  groups: readonly Group[];
  journal: WorkloadJournal;
  random: SeededRandom;
  report: RunReport;
};

/** Injects a fault while the workload runs, then checks the effects of all requests sent during the run. */
export async function injectFaultDuringWorkload<Context extends WorkloadContext>(
  context: Context,
  newcomers: readonly Account[],
  injectFault: (faultContext: Context) => Promise<void>,
): Promise<void> {
  const { workspace, db, url, urls = [url], groups, random, report } = context;
  const journal = new WorkloadJournal(context.journal);
  const since = new Date();
  let isOver = false;
  const workload = { journal, random, isOver: () => isOver };
  const workloadDone = Promise.all([
    runWorkload({ ...workload, url }, [], newcomers),
    ...groups.map((group, index) =>
      runWorkload({ ...workload, url: urls[index % urls.length] ?? url }, [group], []),
    ),
  ]);
  await sleep(2000);
  await injectFault({ ...context, journal });
  await sleep(1000);
  isOver = true;
  await workloadDone;
  const dataAccess = { db, filesFolder: getFilesFolder(workspace), url };
  report.addViolations(...journal.refusals.map((refusal) => `refused: ${refusal}`));
  report.addViolations(...(await findStorageViolations(dataAccess, journal.effects, since)));
  report.count('acknowledged', journal.acknowledged.length);
  report.count('unavailable replies', journal.unavailable);
  context.journal.effects.push(...journal.effects);
}
