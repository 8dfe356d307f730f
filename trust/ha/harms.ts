import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { Report } from '#trust/lib/instrument.ts';
import { until } from '#trust/lib/programs.ts';
import type { Cluster } from './cluster.ts';
import type { Node } from './network.ts';
import { bin } from './patroni.ts';

/** Resolves when `primary` is gone or cut off; the function that is given back makes the cluster whole again. */
export type Harm = (cluster: Cluster, primary: Node) => Promise<() => Promise<void>>;

/** Power and processes of the primary's machine. */
const machine: Harm = async (cluster, primary) => {
  cluster.kill(primary);
  return async () => cluster.start(primary);
};

/** Its server alone; Patroni makes another one the primary, and this one follow. */
const server: Harm = async (cluster, primary) => {
  cluster.killPostgres(primary);
  return async () => {};
};

export const kills: Readonly<Record<string, Harm>> = { machine, server };

/** Somebody at the primary's own machine writes on while it is cut off. */
async function write({ inside, address }: Node, number: number): Promise<boolean> {
  const query = `insert into split_writes values (${number})`;
  const [command, args] = inside('timeout', '3', `${bin}/psql`, '-h', address, '-c', query);
  const child = spawn(command, [...args, '-U', 'postgres', 'postgres'], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** The primary is cut off, and another one takes over: what the first acknowledges meanwhile must not be. */
export async function split(
  { cluster, db, report }: { cluster: Cluster; db: Db; report: Report },
  servesAgain: () => Promise<void>,
) {
  await sql`create table split_writes (number integer primary key)`.execute(db);
  const primary = await cluster.findPrimary();
  if (!primary) throw new Error('There is no primary.');
  if (!(await write(primary, 0))) report.violate('nobody can write at the primary itself');
  await cluster.whole();
  primary.cut();
  let isOver = false;
  const writing = (async () => {
    for (let number = 1; !isOver; number += 1) {
      report.count('writes tried on the cut side');
      if (await write(primary, number)) report.violate(`two primaries: ${number} was acknowledged`);
      await sleep(200);
    }
  })();
  await servesAgain();
  isOver = true;
  await writing;
  const successor = await cluster.findPrimary();
  if (successor === primary) report.violate('the primary that is cut off is still the primary');
  primary.mend();
  await until('it follows', async () => (await cluster.findPrimary()) !== undefined);
  await cluster.whole();
}
