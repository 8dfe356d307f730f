import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import { waitFor } from '#trust/lib/processes/programs.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterNode } from './network.ts';
import { postgresBin } from './patroni.ts';

/** Inserts a row directly on the node, even if it is isolated. Returns whether the write succeeded. */
async function writeOnNode(
  { wrapCommand, address }: ClusterNode,
  number: number,
): Promise<boolean> {
  const login = ['-h', address, '-U', 'postgres', '-d', 'postgres'];
  const query = `insert into split_writes values (${number})`;
  const psql = [`${postgresBin}/psql`, ...login, '-c', query];
  const [command, args] = wrapCommand('timeout', '3', ...psql);
  const child = spawn(command, args, { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** Isolates the primary from the network. Every write that it still acknowledges is a violation (split brain). */
export async function isolatePrimary(
  { cluster, db, report }: { cluster: Cluster; db: Db; report: RunReport },
  waitForService: () => Promise<void>,
) {
  await sql`create table split_writes (number integer primary key)`.execute(db);
  const primary = await cluster.findPrimary();
  if (!primary) throw new Error('There is no primary.');
  if (!(await writeOnNode(primary, 0))) report.addViolations('writing on the primary failed');
  await cluster.waitUntilHealthy();
  primary.disconnect();
  let isOver = false;
  const writing = (async () => {
    for (let number = 1; !isOver; number += 1) {
      report.count('writes on the isolated primary');
      if (await writeOnNode(primary, number))
        report.addViolations(`two primaries: ${number} was acknowledged`);
      await sleep(200);
    }
  })();
  await waitForService();
  isOver = true;
  await writing;
  const successor = await cluster.findPrimary();
  if (successor === primary) report.addViolations('the isolated primary was not replaced');
  primary.reconnect();
  await waitFor('it follows', async () => (await cluster.findPrimary()) !== undefined);
  await cluster.waitUntilHealthy();
}
