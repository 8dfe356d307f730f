import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { login } from '#contract/session.ts';
import { openSqlite } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ApiCaller } from './test/caller.ts';
import { makeFolder, runCommand, startServer } from './test/run-command.ts';

describe('npm run admin', () => {
  const run = (dataDir: string, ...words: string[]) =>
    runCommand(process.execPath, ['tools/admin.ts', ...words], { DATA_DIR: dataDir });

  test('prints a one-time password for an admin while the portal is running', async () => {
    const dataDir = makeFolder();
    const portal = startServer(dataDir, {
      ADMIN_EMAIL: 'dean@university.test',
      ADMIN_PASSWORD: 'the forgotten passphrase',
    });
    const url = await portal.url;
    const list = run(dataDir, 'list');
    expect(await list.ended).toBe(0);
    expect(list.output()).toContain('dean@university.test');
    const reset = run(dataDir, 'reset-password', 'dean@university.test');
    expect(await reset.ended).toBe(0);
    const [, password = ''] = /One-time password of \S+: (\S+)\n/.exec(reset.output()) ?? [];
    const body = { email: 'dean@university.test', password };
    expect((await new ApiCaller(url).call(login, { body })).role).toBe('admin');
  });

  test.for([
    ['an unknown command', ['promote', 'dean@university.test'], 'Usage:'],
    ['no command', [], 'Usage:'],
    ['an unknown account', ['confirm', 'nobody@university.test'], 'There is no account with'],
  ] as const)('fails with %s and says why', async ([, words, message]) => {
    const dataDir = makeFolder();
    const db = openSqlite(join(dataDir, 'portal.sqlite'));
    await migrate(db);
    await db.destroy();
    const command = run(dataDir, ...words);
    expect(await command.ended).toBe(1);
    expect(command.output()).toContain(message);
  });

  test('fails without a database, and creates none', async () => {
    const dataDir = makeFolder();
    const command = run(dataDir, 'list');
    expect(await command.ended).toBe(1);
    expect(command.output()).toContain('There is no portal in');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
