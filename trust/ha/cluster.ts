import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivilegedAccount } from '#tools/test/start-postgres.ts';
import { aFreePort, startProgram, until } from '#trust/lib/programs.ts';
import { hostAddress, type Node, openNetwork } from './network.ts';

export const bin = '/usr/lib/postgresql/15/bin';
export const whyNoPostgres15 = () =>
  existsSync(bin) ? undefined : 'PostgreSQL 15 missing: apt-get install postgresql-15';

const settings = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 3,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  master_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    parameters: { synchronous_commit: 'on', wal_log_hints: 'on', max_connections: 100 },
  },
};

function patroniConfig({ name, address }: Node, folder: string, etcdPort: number) {
  const anybody = ['local all all trust', 'host all all 0.0.0.0/0 trust'];
  const at = (port: number) => ({
    listen: `${address}:${port}`,
    connect_address: `${address}:${port}`,
  });
  return {
    scope: 'fyp',
    name,
    restapi: at(8008),
    etcd3: { hosts: `${hostAddress}:${etcdPort}` },
    bootstrap: {
      dcs: settings,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [...anybody, 'host replication all 0.0.0.0/0 trust'],
    },
    postgresql: {
      ...at(5432),
      data_dir: join(folder, name, 'data'),
      bin_dir: bin,
      pgpass: join(folder, name, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      parameters: { unix_socket_directories: join(folder, name) },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

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

type Role = { name: string; role: string; state: string; sync_standby?: boolean };

/** Three of PostgreSQL under Patroni, with etcd beside them and HAProxy before them. */
export async function startCluster() {
  const account = unprivilegedAccount();
  const { uid, gid } = account ?? { uid: 0, gid: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'ha-'));
  chownSync(folder, uid, gid);
  const { nodes, remove } = openNetwork(3);
  const [etcdPort, peerPort, port] = [await aFreePort(), await aFreePort(), await aFreePort()];
  const client = `http://${hostAddress}:${etcdPort}`;
  const etcd = startProgram('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client],
    ...['--advertise-client-urls', client, '--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
  ]);
  const start = (node: Node) => {
    const own = join(folder, node.name);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const file = join(own, 'patroni.yml');
    // YAML reads JSON.
    writeFileSync(file, JSON.stringify(patroniConfig(node, folder, etcdPort)));
    for (const path of [own, file]) chownSync(path, uid, gid);
    const who = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const [command, args] = node.inside(...who, 'patroni', file);
    return startProgram(command, args, { cwd: own, env: { HOME: own } });
  };
  const patronis = new Map(nodes.map((node) => [node.name, start(node)]));
  const haproxyFile = join(folder, 'haproxy.cfg');
  writeFileSync(haproxyFile, haproxyConfig(nodes, port));
  const haproxy = startProgram('haproxy', ['-db', '-f', haproxyFile]);

  const said = () => [...patronis.values()].map((patroni) => patroni.said().slice(-600)).join('\n');
  const roleOf = async ({ address }: Node): Promise<Role | undefined> => {
    const signal = AbortSignal.timeout(2000);
    const reply = await fetch(`http://${address}:8008/patroni`, { signal }).catch(() => undefined);
    return (await reply?.json().catch(() => undefined)) as Role | undefined;
  };
  const findPrimary = async (): Promise<Node | undefined> => {
    for (const node of nodes) {
      const role = await roleOf(node);
      if (role?.state === 'running' && /^(master|primary)$/.test(role.role)) return node;
    }
    return undefined;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    nodes,
    findPrimary,
    start: (node: Node) => void patronis.set(node.name, start(node)),
    kill(node: Node) {
      for (const pid of node.pids()) process.kill(pid, 'SIGKILL');
    },
    /** The server alone; its Patroni sees it. */
    killPostgres(node: Node) {
      const isPostgres = (pid: number) =>
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      for (const pid of node.pids().filter(isPostgres)) process.kill(pid, 'SIGKILL');
    },
    /** One leads, the others follow, one of them synchronously. */
    async whole() {
      const isWhole = async () => {
        const roles = await Promise.all(nodes.map(roleOf));
        const running = roles.filter(
          (role) => role?.state === 'running' || role?.state === 'streaming',
        );
        return running.length === nodes.length && roles.some((role) => role?.sync_standby);
      };
      await until('all three of PostgreSQL are there', isWhole, 180_000).catch((error) => {
        throw new Error(`${error.message}\n${said()}\n${etcd.said().slice(-500)}${haproxy.said()}`);
      });
    },
    async stop() {
      for (const node of nodes) this.kill(node);
      await Promise.all([haproxy.stop('SIGKILL'), etcd.stop('SIGKILL')]);
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
