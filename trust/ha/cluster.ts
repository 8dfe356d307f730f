import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivilegedAccount } from '#tools/test/start-postgres.ts';
import { aFreePort, startProgram, until } from '#trust/lib/programs.ts';
import { hostAddress, type Node, openNetwork } from './network.ts';
import { bin, findPrimary, isWhole, startPatroni } from './patroni.ts';

export const whyNoPostgres15 = () =>
  existsSync(bin) ? undefined : 'PostgreSQL 15 missing: apt-get install postgresql-15';

const haproxyConfig = (nodes: readonly Node[], port: number) => `
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
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client],
    ...['--advertise-client-urls', client],
    ...['--listen-peer-urls', `http://127.0.0.1:${await aFreePort()}`],
  ]);
}

function startHaproxy(folder: string, nodes: readonly Node[], port: number) {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(nodes, port));
  return startProgram('haproxy', ['-db', '-f', file]);
}

/** Of a machine's processes those that `isMeant`; one may have ended meanwhile. */
function killAll(node: Node, isMeant: (pid: number) => boolean = () => true) {
  for (const pid of node.pids()) {
    try {
      if (isMeant(pid)) process.kill(pid, 'SIGKILL');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ESRCH' && code !== 'ENOENT') throw error;
    }
  }
}

const isPostgres = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';

/** Three of PostgreSQL under Patroni, with etcd beside them and HAProxy before them. */
export async function startCluster() {
  const { uid, gid } = unprivilegedAccount() ?? { uid: 0, gid: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'ha-'));
  chownSync(folder, uid, gid);
  const { nodes, remove } = openNetwork(3);
  const [etcdPort, port] = [await aFreePort(), await aFreePort()];
  const etcd = await startEtcd(folder, etcdPort);
  const start = (node: Node) => startPatroni(node, { folder, etcdPort, uid, gid });
  const patronis = new Map(nodes.map((node) => [node.name, start(node)]));
  const haproxy = startHaproxy(folder, nodes, port);
  const said = () =>
    [
      ...[...patronis.values()].map((patroni) => patroni.said().slice(-600)),
      etcd.said().slice(-500),
      haproxy.said(),
    ].join('\n');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    findPrimary: () => findPrimary(nodes),
    start: (node: Node) => void patronis.set(node.name, start(node)),
    kill: (node: Node) => killAll(node),
    /** The server alone; its Patroni sees it. */
    killPostgres: (node: Node) => killAll(node, isPostgres),
    /** Resolves when each of the three leads or follows. */
    async whole() {
      const isReady = () => isWhole(nodes);
      await until('all three of PostgreSQL are there', isReady, 180_000).catch((error) => {
        throw new Error(`${error.message}\n${said()}`);
      });
    },
    async stop() {
      for (const node of nodes) killAll(node);
      await Promise.all([haproxy.stop('SIGKILL'), etcd.stop('SIGKILL')]);
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
