import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findHome } from '#contract/settings/content.ts';
import { previewTimeZone, saveInstallation } from '#contract/settings/installation.ts';
import { createConfigRefresh } from '#server/content/stored-config/refresh-config.ts';
import { openPortal, test } from '#server/test/portal.ts';
import {
  changeInstallation,
  readInstallation,
  refuseInstallationChange,
  testMailServer,
} from '#server/test/records/installation.ts';

describe('the public URL', () => {
  test('must be the one at which the admin has opened the portal, and decides on links and cookies', async ({
    portal,
  }) => {
    const { version } = await readInstallation(portal);
    const send = (origin: string) =>
      fetch(`${portal.url}${saveInstallation.path}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${portal.admin.token}`,
          'content-type': 'application/json',
          origin,
        },
        body: JSON.stringify({ version, publicUrl: 'https://fyp.university.edu' }),
      });
    const before = await portal.snapshot();
    const refused = await send('https://fpy.university.edu');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      fields: { publicUrl: expect.stringContaining('You opened the portal at') },
    });
    expect(await portal.snapshot()).toEqual(before);
    expect((await send('https://fyp.university.edu')).status).toBe(200);
    expect(portal.config.publicUrl).toBe('https://fyp.university.edu');
    const page = await fetch(`${portal.url}${findHome.path}`);
    expect(page.headers.get('strict-transport-security')).toContain('max-age');
  });
});

describe('the password of the mail server', () => {
  test('is stored encrypted, and no reply, table, log or audit entry contains it', async ({
    portal,
  }) => {
    const installation = await changeInstallation(portal, { mailServer: testMailServer });
    expect(installation.mailServer.value).toMatchObject({ hasPassword: true, user: 'portal' });
    expect(portal.config.smtpUrl).toContain(encodeURIComponent(testMailServer.password));
    const key = (await readFile(join(portal.folder, 'secrets.key'), 'utf8')).trim();
    const everything = JSON.stringify([
      await portal.snapshot(),
      await portal.db.selectFrom('installation').selectAll().execute(),
      installation,
      portal.logged,
    ]);
    for (const secret of [
      testMailServer.password,
      encodeURIComponent(testMailServer.password),
      key,
    ])
      expect(everything).not.toContain(secret);
  });

  test.for<[string, Partial<typeof testMailServer> | { port: 465 }]>([
    ['host', { host: 'smtp.attacker.example' } as never],
    ['port', { port: 465 }],
    ['encryption', { security: 'none', host: 'localhost' } as never],
    ['user', { user: 'other' } as never],
  ])('must be entered again if the %s changes', async ([, change], { portal }) => {
    await changeInstallation(portal, { mailServer: testMailServer });
    const { password: _, ...server } = testMailServer;
    const refusal = await refuseInstallationChange(portal, {
      mailServer: { ...server, ...change },
    });
    expect(refusal.fields?.['mailServer.password']).toContain('Enter the password again');
    await changeInstallation(portal, { mailServer: server });
    expect(portal.config.smtpUrl).toContain(encodeURIComponent(testMailServer.password));
  });

  test('cannot be decrypted without the key, as after a restore, and emails wait until it is entered again', async ({
    portal,
  }) => {
    await changeInstallation(portal, { mailServer: testMailServer });
    const path = join(portal.folder, 'secrets.key');
    for (const replace of [
      () => rm(path),
      () => writeFile(path, Buffer.alloc(32).toString('base64')),
    ]) {
      await replace();
      const restored = { ...portal.config, sizeLimits: { ...portal.config.sizeLimits } };
      await createConfigRefresh(restored)(portal.db);
      expect(restored.mailProblem).toMatch(/Enter the password again/);
      expect(restored.smtpUrl).not.toContain(encodeURIComponent(testMailServer.password));
    }
  });

  test('is used again without a restart once the key is restored', async ({ portal }) => {
    await changeInstallation(portal, { mailServer: testMailServer });
    const path = join(portal.folder, 'secrets.key');
    const key = await readFile(path);
    await rm(path);
    const restored = { ...portal.config, sizeLimits: { ...portal.config.sizeLimits } };
    const refresh = createConfigRefresh(restored);
    await refresh(portal.db);
    expect(restored.mailProblem).toContain('is missing on this machine');
    await writeFile(path, key);
    await refresh(portal.db);
    expect(restored.mailProblem).toBeUndefined();
    expect(restored.smtpUrl).toContain(encodeURIComponent(testMailServer.password));
  });

  test('uses the key in SECRETS_KEY, and then creates no key in the data folder', async () => {
    const { portal, close } = await openPortal({
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    try {
      await changeInstallation(portal, { mailServer: testMailServer });
      await expect(readFile(join(portal.folder, 'secrets.key'))).rejects.toMatchObject({
        code: 'ENOENT',
      });
      expect(portal.config.smtpUrl).toContain(encodeURIComponent(testMailServer.password));
    } finally {
      await close();
    }
  });
});

describe('a change of the time zone', () => {
  test('lists the deadlines that move, must be confirmed, and keeps each local time', async () => {
    const { portal, close } = await openPortal({ TIME_ZONE: '' });
    try {
      await portal.db
        .insertInto('installation')
        .values({ name: 'time-zone', value: 'Asia/Karachi' })
        .execute();
      await portal.content.refresh();
      const zone = { timeZone: 'Europe/Oslo' };
      const before = await portal.visitor.call(findHome, {});
      const { deadlines, individualDates } = await portal.admin.call(previewTimeZone, {
        query: zone,
      });
      expect(deadlines).toHaveLength(before.deadlines.length);
      expect(individualDates).toBe(0);
      expect((await refuseInstallationChange(portal, zone)).fields?.timeZone).toContain(
        'Confirm the time zone change',
      );
      await changeInstallation(portal, { ...zone, isTimeZoneConfirmed: true });
      const after = await portal.visitor.call(findHome, {});
      expect(after.timeZone).toBe('Europe/Oslo');
      expect(after.deadlines.map(({ due }) => due)).toEqual(deadlines.map(({ after: due }) => due));
      expect(after.deadlines).not.toEqual(before.deadlines);
    } finally {
      await close();
    }
  });
});
