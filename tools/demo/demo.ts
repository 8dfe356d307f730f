// Implements `npm run demo`: starts the portal with sample data in a temporary folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ApiCaller } from '#tools/test/caller.ts';
import { createSampleDepartment } from './fill.ts';
import { addManySampleGroups } from './fill-many.ts';

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

const password = 'fyp demo passphrase';
const email = 'office@university.test';
const folder = mkdtempSync(join(tmpdir(), 'fyp-demo-'));

const portal = spawn(process.execPath, ['server/main.ts'], {
  stdio: ['inherit', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATABASE_URL: '',
    SMTP_URL: '',
    CONFIRM_EMAIL: 'off',
    DATA_DIR: folder,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  },
});
// Pass signals on to the portal, and keep running in order to remove the folder after the portal has stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => portal.kill(signal));

const url = await new Promise<string | undefined>((resolve) => {
  portal.once('exit', () => resolve(undefined));
  createInterface({ input: portal.stdout }).on('line', (line) => {
    const openUrl = /^The portal is open at (\S+)$/.exec(line)?.[1];
    if (openUrl) resolve(openUrl);
    else console.log(line);
  });
});

if (url) {
  console.log('Creating the sample data …');
  const admin = await new ApiCaller(url).logIn(email, password);
  const logins = await createSampleDepartment(admin, password);
  if (groups > 0) {
    await addManySampleGroups({ dataDir: folder, password, groups, seed });
  }
  const rows = [{ role: 'admin', name: 'Admin', email }, ...logins];
  for (const { role, name, email: address } of rows) {
    console.log(`  ${role.padEnd(10)}  ${address.padEnd(40)}  ${name}`);
  }
  console.log(`Password of all accounts: ${password}`);
  console.log(`Emails are in ${join(folder, 'outbox')}`);
  console.log(`The portal is open at ${url} — press Ctrl-C to stop it and remove ${folder}`);
  if (portal.exitCode === null) await once(portal, 'exit');
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = url ? 0 : 1;
