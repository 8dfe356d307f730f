import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ClusterNode } from './network.ts';
import { postgresBin } from './node.ts';

/** Runs SQL as the superuser on the node itself, even if the node is isolated. Returns whether it succeeded. */
export async function runSql(
  { wrapCommand, address }: ClusterNode,
  query: string,
  limitSeconds = 3,
): Promise<boolean> {
  const login = ['-h', address, '-U', 'postgres', '-d', 'postgres', '-v', 'ON_ERROR_STOP=1'];
  const psql = [`${postgresBin}/psql`, ...login, '-f', '-'];
  const [command, args] = wrapCommand('timeout', String(limitSeconds), ...psql);
  const env = { ...process.env, PGPASSWORD: 'SUPERUSER_PASSWORD' };
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], env });
  child.stdin.on('error', () => {}).end(query);
  const [code] = await once(child, 'close');
  return code === 0;
}
