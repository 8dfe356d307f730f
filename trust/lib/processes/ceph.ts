// Starts an in-memory Ceph cluster. Imports no module of the portal, because those must load after the fault injector.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { findFreePort, getMissingProgramsReason, waitFor } from './programs.ts';

const readyMs = 60_000;

export const getCephUnavailableReason = () =>
  getMissingProgramsReason('ceph-mon', 'ceph-osd', 'radosgw');

export const cephCredentials = {
  AWS_ACCESS_KEY_ID: 'trust',
  AWS_SECRET_ACCESS_KEY: 'only for this run',
};

/** Starts one monitor, one in-memory store and an S3 gateway on the loopback interface. `stop` removes everything. */
export async function startCeph(): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'ceph-'));
  const running: ChildProcess[] = [];
  const stop = onProcessEnd(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const env = { PATH: process.env.PATH, CEPH_CONF: join(folder, 'ceph.conf') };
  const call = (program: string, ...args: string[]) => {
    const { status, stderr, error } = spawnSync(program, args, {
      env,
      encoding: 'utf8',
      timeout: readyMs,
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  };
  const serve = (program: string, ...args: string[]) => {
    running.push(spawn(program, ['-f', ...args], { env, stdio: 'ignore' }));
  };
  try {
    const [monitor, gateway] = [await findFreePort(), await findFreePort()];
    const [cluster, store] = [randomUUID(), randomUUID()];
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'keyring'), '');
    writeFileSync(env.CEPH_CONF, buildConfig(folder, cluster, monitor, gateway));
    const map = join(folder, 'monmap');
    const at = `[v2:127.0.0.1:${monitor}]`;
    call('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', at, map);
    call('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    serve('ceph-mon', '-i', 'a');
    call('ceph', 'osd', 'new', store);
    call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
    serve('ceph-osd', '-i', '0');
    const keys = ['--access-key', cephCredentials.AWS_ACCESS_KEY_ID];
    const secret = ['--secret-key', cephCredentials.AWS_SECRET_ACCESS_KEY];
    const user = ['--uid', 'trust', '--display-name', 'trust', ...keys, ...secret];
    call('radosgw-admin', 'user', 'create', ...user);
    serve('radosgw', '-n', 'client.rgw');
    const url = `http://127.0.0.1:${gateway}`;
    await waitUntilOpen(url, join(folder, 'client.rgw.log'));
    return { url, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function waitUntilOpen(url: string, log: string): Promise<void> {
  const isOpen = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor('radosgw is open', isOpen, readyMs).catch((error) => {
    const message = existsSync(log) ? readFileSync(log, 'utf8').slice(-1000) : 'it wrote no log';
    throw new Error(`${error.message}: ${message}`);
  });
}

const buildConfig = (folder: string, cluster: string, monitor: number, gateway: number) => `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
ms mon client mode = crc
auth cluster required = none
auth service required = none
auth client required = none
keyring = ${folder}/keyring
run dir = ${folder}
crash dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file =
mon data = ${folder}/mon
mon data avail crit = 0
mon allow pool size one = true
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`;
