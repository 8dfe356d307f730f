import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startProgram } from '#trust/lib/processes/programs.ts';
import { type DocumentedConfig, replaceWords } from './documented-config.ts';
import type { ClusterNode } from './network.ts';

export const postgresBin = '/usr/lib/postgresql/15/bin';
/** The command that starts Patroni. The variable selects another version than the installed one. */
const patroniCommand = process.env.PATRONI ?? 'patroni';
/** Earlier versions lose acknowledged writes: a revived primary overwrites the leader key of its successor. */
export const firstSafePatroni = '3.0.4';

/** Returns the version of Patroni if it is too old, otherwise undefined. */
export function findUnsafePatroniVersion(): string | undefined {
  const { stdout } = spawnSync(patroniCommand, ['--version'], { encoding: 'utf8' });
  const [version = stdout] = /[\d.]+\d/.exec(stdout) ?? [];
  const isSafe = version.localeCompare(firstSafePatroni, 'en', { numeric: true }) >= 0;
  return isSafe ? undefined : version;
}

export type ClusterOptions = { folder: string; uid: number; gid: number; config: DocumentedConfig };

/** Returns the command that runs a program under the account of PostgreSQL, which refuses to run as root. */
export const asAccount = ({ uid, gid }: ClusterOptions, ...command: string[]) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  ...command,
];

/** Returns a documented file with the name and the address of the node, and with its folders below a temporary one. */
function fillIn({ name, address }: ClusterNode, { folder, config }: ClusterOptions, path: string) {
  const nodeFolder = join(folder, name);
  const placeholders = { NAME: name, ADDRESS: address };
  const folders = {
    '/var/lib/etcd': join(nodeFolder, 'etcd'),
    '/var/lib/postgresql': nodeFolder,
    '/var/run/postgresql': nodeFolder,
  };
  return replaceWords(config.getFile(path), { ...placeholders, ...folders });
}

export function startEtcd(node: ClusterNode, options: ClusterOptions) {
  const nodeFolder = prepareFolder(node, options);
  const env = parseEnv(fillIn(node, options, '/etc/default/etcd'));
  const [command, args] = node.wrapCommand(...asAccount(options, 'etcd'));
  return startProgram(command, args, { cwd: nodeFolder, env });
}

export function startPatroni(node: ClusterNode, options: ClusterOptions) {
  const nodeFolder = prepareFolder(node, options);
  const file = join(nodeFolder, 'patroni.yml');
  writeFileSync(file, fillIn(node, options, '/etc/patroni/config.yml'));
  chownSync(file, options.uid, options.gid);
  const [command, args] = node.wrapCommand(...asAccount(options, patroniCommand, file));
  return startProgram(command, args, { cwd: nodeFolder, env: { HOME: nodeFolder } });
}

function prepareFolder({ name }: ClusterNode, { folder, uid, gid }: ClusterOptions): string {
  const nodeFolder = join(folder, name);
  mkdirSync(nodeFolder, { recursive: true, mode: 0o700 });
  chownSync(nodeFolder, uid, gid);
  return nodeFolder;
}

/** Sends a signal to the processes of the node, or only to those of one program. */
export function signalProcesses(node: ClusterNode, signal: NodeJS.Signals, program?: string) {
  for (const pid of node.listPids()) {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      if (program === undefined || name === program) process.kill(pid, signal);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ESRCH' && code !== 'ENOENT') throw error;
    }
  }
}

type Role = { role: string; state: string; replication?: { state: string }[] };

const callPatroni = ({ address }: ClusterNode, path: string, init: RequestInit = {}) =>
  fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(2000), ...init });

async function readRole(node: ClusterNode): Promise<Role | undefined> {
  const reply = await callPatroni(node, '/patroni').catch(() => undefined);
  return (await reply?.json().catch(() => undefined)) as Role | undefined;
}

export async function findPrimary(nodes: readonly ClusterNode[]): Promise<ClusterNode | undefined> {
  for (const node of nodes) {
    const role = await readRole(node);
    if (role?.state === 'running' && /^(master|primary)$/.test(role.role)) return node;
  }
  return undefined;
}

/** Returns true if there is a primary from which all other nodes stream. A node that is still rewound does not stream. */
export async function isHealthy(nodes: readonly ClusterNode[]): Promise<boolean> {
  const primary = await findPrimary(nodes);
  const { replication = [] } = (primary && (await readRole(primary))) ?? {};
  return replication.filter(({ state }) => state === 'streaming').length === nodes.length - 1;
}

/** Asks Patroni to make the synchronous standby the primary, as `patronictl switchover` does. */
export async function switchOver(primary: ClusterNode): Promise<void> {
  const body = JSON.stringify({ leader: primary.name });
  const signal = AbortSignal.timeout(60_000);
  const reply = await callPatroni(primary, '/switchover', { method: 'POST', body, signal });
  if (!reply.ok) throw new Error(`The switchover failed: ${await reply.text()}`);
}
