import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '#trust/lib/processes/programs.ts';
import { type ClusterNode, hostAddress } from './network.ts';

export const postgresBin = '/usr/lib/postgresql/15/bin';

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
    parameters: {
      synchronous_commit: 'on',
      wal_log_hints: 'on',
      max_connections: 100,
      wal_retrieve_retry_interval: '500ms',
    },
  },
};

function patroniConfig({ name, address }: ClusterNode, folder: string, etcdPort: number) {
  const localAccess = ['local all all trust', 'host all all 0.0.0.0/0 trust'];
  const toEndpoint = (port: number) => ({
    listen: `${address}:${port}`,
    connect_address: `${address}:${port}`,
  });
  return {
    scope: 'fyp',
    name,
    restapi: toEndpoint(8008),
    etcd3: { hosts: `${hostAddress}:${etcdPort}` },
    bootstrap: {
      dcs: settings,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [...localAccess, 'host replication all 0.0.0.0/0 trust'],
    },
    postgresql: {
      ...toEndpoint(5432),
      data_dir: join(folder, name, 'data'),
      bin_dir: postgresBin,
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

type ClusterOptions = { folder: string; etcdPort: number; uid: number; gid: number };

export function startPatroni(node: ClusterNode, { folder, etcdPort, uid, gid }: ClusterOptions) {
  const nodeFolder = join(folder, node.name);
  mkdirSync(nodeFolder, { recursive: true, mode: 0o700 });
  const file = join(nodeFolder, 'patroni.yml');
  // Patroni's YAML parser also accepts JSON.
  writeFileSync(file, JSON.stringify(patroniConfig(node, folder, etcdPort)));
  for (const path of [nodeFolder, file]) chownSync(path, uid, gid);
  const asAccount = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const [command, args] = node.wrapCommand(...asAccount, 'patroni', file);
  return startProgram(command, args, { cwd: nodeFolder, env: { HOME: nodeFolder } });
}

type Role = { name: string; role: string; state: string; sync_standby?: boolean };

async function readRole({ address }: ClusterNode): Promise<Role | undefined> {
  const signal = AbortSignal.timeout(2000);
  const reply = await fetch(`http://${address}:8008/patroni`, { signal }).catch(() => undefined);
  return (await reply?.json().catch(() => undefined)) as Role | undefined;
}

export async function findPrimary(nodes: readonly ClusterNode[]): Promise<ClusterNode | undefined> {
  for (const node of nodes) {
    const role = await readRole(node);
    if (role?.state === 'running' && /^(master|primary)$/.test(role.role)) return node;
  }
  return undefined;
}

export async function isHealthy(nodes: readonly ClusterNode[]): Promise<boolean> {
  const roles = await Promise.all(nodes.map(readRole));
  const running = roles.filter((role) => role?.state === 'running' || role?.state === 'streaming');
  return running.length === nodes.length && roles.some((role) => role?.sync_standby);
}
