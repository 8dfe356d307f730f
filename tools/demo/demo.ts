// Implements `npm run demo`: starts the portal with sample data in a temporary folder. The sample data is as of today.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { sendMessage } from '#tools/test/running-portal.ts';
import { writeDemoContent } from './content.ts';
import { planDemoDates } from './dates.ts';
import { addManySampleGroups } from './fill-many.ts';
import {
  type DemoSettings,
  hasExited,
  type PortalProcess,
  startDemoPortal,
  startReplayPortal,
  stopPortal,
} from './portal-process.ts';
import { createSampleDepartment } from './replay.ts';

process.umask(0o077);

const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const [groups, seed] = [Number(values.groups), Number(values.seed)];
if (!Number.isInteger(groups) || groups < 0 || !Number.isInteger(seed)) {
  console.error(
    '--groups and --seed must be whole numbers, for example: npm run demo -- --groups 1000 --seed 1',
  );
  process.exit(1);
}

const now = new Date();
const admin = { email: 'office@university.test', password: 'fyp demo passphrase' };
const folder = mkdtempSync(join(tmpdir(), 'fyp-demo-'));
const settings: DemoSettings = {
  dataDir: join(folder, 'data'),
  contentDir: join(folder, 'content'),
  port: process.env.PORT ?? '',
  admin,
};

let portal: PortalProcess | undefined;
let isStopping = false;
// Pass signals on to the portal, and keep running in order to remove the folder after the portal has stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    portal?.child.kill(signal);
  });
}

try {
  process.exitCode = (await fill()) && (await serve()) ? 0 : 1;
} catch (error) {
  // After Ctrl-C, the requests for the sample data fail.
  if (!isStopping) throw error;
} finally {
  if (portal) await stopPortal(portal);
  rmSync(folder, { recursive: true, force: true });
}

/** Fills the data folder by means of a portal whose clock follows the academic year. Returns false if it cannot start. */
async function fill(): Promise<boolean> {
  const { TIME_ZONE } = process.env;
  const dates = planDemoDates(now, readConfig({ TIME_ZONE }).timeZone);
  await writeDemoContent(settings.contentDir, dates);
  const replay = await startReplayPortal(settings);
  if (!replay) return false;
  portal = replay;
  // The demo serves at the same URL, which is also in the emails.
  settings.port = new URL(replay.url).port;
  const { url, child } = replay;
  console.log('Creating the sample data …');
  const logins = await createSampleDepartment(
    {
      admin,
      logIn: (email) => new ApiCaller(url).logIn(email, admin.password),
      setClock: (setClock) => sendMessage(child, { setClock }),
      runJobs: () => sendMessage(child, 'run background jobs'),
    },
    dates,
    now,
  );
  await stopPortal(replay);
  const { password } = admin;
  if (groups > 0) {
    await addManySampleGroups({ dataDir: settings.dataDir, password, groups, seed, now });
  }
  for (const { role, name, email } of [{ role: 'admin', name: 'Admin', ...admin }, ...logins]) {
    console.log(`  ${role.padEnd(10)}  ${email.padEnd(40)}  ${name}`);
  }
  console.log(`Password of all accounts: ${password}`);
  console.log(`Emails are in ${join(settings.dataDir, 'outbox')}`);
  return true;
}

/** Serves the sample data until the portal is stopped. Returns false if it cannot start. */
async function serve(): Promise<boolean> {
  portal = await startDemoPortal(settings, console.log);
  if (!portal) return false;
  const { url, child } = portal;
  console.log(`The portal is open at ${url} — press Ctrl-C to stop it and remove ${folder}`);
  if (!hasExited(child)) await once(child, 'exit');
  return true;
}
