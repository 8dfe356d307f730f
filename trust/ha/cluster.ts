// Do not import portal modules: faults are injected after this file is loaded, and would not affect those modules.

import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnprivilegedAccount } from '#tools/test/start-postgres.ts';
import {
  findFreePort,
  getMissingProgramsReason,
  startProgram,
  waitFor,
} from '#trust/lib/processes/programs.ts';
import { readDocumentedConfig, replaceWords } from './documented-config.ts';
import {
  type ClusterNode,
  createClusterNetwork,
  getNetworkUnavailableReason,
  networkPrefix,
} from './network.ts';
import {
  asAccount,
  type ClusterOptions,
  findPrimary,
  isHealthy,
  postgresBin,
  signalProcesses,
  startEtcd,
  startPatroni,
} from './node.ts';
import { runSql } from './psql.ts';

export const getClusterUnavailableReason = (): string | undefined =>
  getMissingProgramsReason() ??
  (existsSync(postgresBin) ? undefined : 'PostgreSQL 15 missing: apt-get install postgresql-15') ??
  getNetworkUnavailableReason();

/** Starts HAProxy and pgbouncer on this machine. Returns the documented URLs with the ports that they use. */
async function startProxies(options: ClusterOptions) {
  const { folder, uid, gid, config } = options;
  const ports = { 5000: await findFreePort(), 6432: await findFreePort() };
  const write = (path: string) => {
    const file = join(folder, path.replaceAll('/', '_'));
    const userList = '/etc/pgbouncer/userlist.txt';
    const replacements = { ...ports, [userList]: join(folder, userList.replaceAll('/', '_')) };
    writeFileSync(file, replaceWords(config.getFile(path), replacements));
    chownSync(file, uid, gid);
    return file;
  };
  write('/etc/pgbouncer/userlist.txt');
  const haproxy = startProgram('haproxy', ['-db', '-f', write('/etc/haproxy/haproxy.cfg')]);
  const [command = '', ...args] = asAccount(
    options,
    'pgbouncer',
    write('/etc/pgbouncer/pgbouncer.ini'),
  );
  const pgbouncer = startProgram(command, args);
  return {
    programs: [haproxy, pgbouncer],
    urls: config.urls.map((url) => replaceWords(url, ports)),
  };
}

/** Starts the documented cluster: three nodes with etcd, Patroni and PostgreSQL, and on this machine the proxies. */
export async function startCluster() {
  // Each program adds listeners that stop it when this process ends.
  process.setMaxListeners(0);
  const { uid, gid } = findUnprivilegedAccount() ?? { uid: 0, gid: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'ha-'));
  chownSync(folder, uid, gid);
  const options = { folder, uid, gid, config: readDocumentedConfig(networkPrefix) };
  const { nodes, remove } = createClusterNetwork(3);
  const outputs = new Map<string, () => string>();
  const runEtcd = (node: ClusterNode) =>
    outputs.set(`etcd ${node.name}`, startEtcd(node, options).output);
  const runPatroni = (node: ClusterNode) =>
    outputs.set(`Patroni ${node.name}`, startPatroni(node, options).output);
  nodes.forEach(runPatroni);
  nodes.forEach(runEtcd);
  const { programs, urls } = await startProxies(options);
  const [hostsUrl = '', haproxyUrl = '', poolerUrl = ''] = urls;
  return {
    nodes,
    hostsUrl,
    haproxyUrl,
    poolerUrl,
    findPrimary: () => findPrimary(nodes),
    runEtcd,
    runPatroni,
    /** Creates the portal's role and database as documented, and a table for writes on former primaries. */
    async setUp() {
      const primary = await findPrimary(nodes);
      const table = 'create table split_writes (fault text, number integer);';
      if (!primary || !(await runSql(primary, options.config.setup + table, 30)))
        throw new Error('The database could not be created.');
    },
    /** Resolves when one node is the primary and the other two are following it. */
    async waitUntilHealthy() {
      const isReady = () => isHealthy(nodes);
      await waitFor('all three of PostgreSQL are there', isReady, 90_000).catch((error) => {
        const ends = [...outputs].map(([name, read]) => `${name}: ${read().slice(-800)}`);
        throw new Error([error.message, ...ends].join('\n'));
      });
    },
    async stop() {
      for (const node of nodes) signalProcesses(node, 'SIGKILL');
      await Promise.all(programs.map((program) => program.stop('SIGKILL')));
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;
