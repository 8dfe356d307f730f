// Do not import portal modules: faults are injected after this file is loaded, and would not affect those modules.

import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnprivilegedAccount } from '#tools/test/start-postgres.ts';
import {
  findFreePort,
  getMissingProgramsReason,
  startProgram,
  waitFor,
} from '#trust/lib/processes/programs.ts';
import {
  type ClusterNode,
  createClusterNetwork,
  getNetworkUnavailableReason,
  hostAddress,
} from './network.ts';
import { findPrimary, isHealthy, postgresBin, startPatroni } from './patroni.ts';

export const getClusterUnavailableReason = (): string | undefined =>
  getMissingProgramsReason() ??
  (existsSync(postgresBin) ? undefined : 'PostgreSQL 15 missing: apt-get install postgresql-15') ??
  getNetworkUnavailableReason();

const haproxyConfig = (nodes: readonly ClusterNode[], port: number) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fastinter 200ms fall 2 rise 1 check port 8008 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:5432`).join('\n')}
`;

async function startEtcd(folder: string, etcdPort: number) {
  const client = `http://${hostAddress}:${etcdPort}`;
  return startProgram('etcd', [
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
    '--listen-peer-urls',
    `http://127.0.0.1:${await findFreePort()}`,
  ]);
}

function startHaproxy(folder: string, nodes: readonly ClusterNode[], port: number) {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(nodes, port));
  return startProgram('haproxy', ['-db', '-f', file]);
}

function killProcesses(node: ClusterNode, isMeant: (pid: number) => boolean = () => true) {
  for (const pid of node.listPids()) {
    try {
      if (isMeant(pid)) process.kill(pid, 'SIGKILL');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ESRCH' && code !== 'ENOENT') throw error;
    }
  }
}

const isPostgres = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';

/** Starts three PostgreSQL nodes under Patroni, with etcd and HAProxy. */
export async function startCluster() {
  const { uid, gid } = findUnprivilegedAccount() ?? { uid: 0, gid: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'ha-'));
  chownSync(folder, uid, gid);
  const { nodes, remove } = createClusterNetwork(3);
  const [etcdPort, port] = [await findFreePort(), await findFreePort()];
  const etcd = await startEtcd(folder, etcdPort);
  const start = (node: ClusterNode) => startPatroni(node, { folder, etcdPort, uid, gid });
  const patronis = new Map(nodes.map((node) => [node.name, start(node)]));
  const haproxy = startHaproxy(folder, nodes, port);
  const readOutputs = () =>
    [
      ...[...patronis.values()].map((patroni) => patroni.output().slice(-600)),
      etcd.output().slice(-500),
      haproxy.output(),
    ].join('\n');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    findPrimary: () => findPrimary(nodes),
    start: (node: ClusterNode) => void patronis.set(node.name, start(node)),
    kill: (node: ClusterNode) => killProcesses(node),
    killPostgres: (node: ClusterNode) => killProcesses(node, isPostgres),
    /** Resolves when one node is the primary and the other two are following it. */
    async waitUntilHealthy() {
      const isReady = () => isHealthy(nodes);
      await waitFor('all three of PostgreSQL are there', isReady, 180_000).catch((error) => {
        throw new Error(`${error.message}\n${readOutputs()}`);
      });
    },
    async stop() {
      for (const node of nodes) killProcesses(node);
      await Promise.all([haproxy.stop('SIGKILL'), etcd.stop('SIGKILL')]);
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
