import { describe, expect } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { findHome } from '#contract/settings/content.ts';
import { saveInstallation } from '#contract/settings/installation.ts';
import { createConfigRefresh } from '#server/content/stored-config/refresh-config.ts';
import { changeStoredConfig } from '#server/content/stored-config/stored-config.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, test } from '#server/test/portal.ts';
import {
  changeInstallation,
  type InstallationChange,
  readInstallation,
  refuseInstallationChange,
  testMailServer,
} from '#server/test/records/installation.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const withMail = (change: object) => ({ mailServer: { ...testMailServer, ...change } });
const from = (name: string) => ({ mailSender: { name, email: 'a@b.edu' } });

describe('the settings of the installation', () => {
  test('have the sources default, stored and environment, and the environment cannot be overridden', async () => {
    const { portal, close } = await openPortal({
      PUBLIC_URL: 'https://fyp.university.edu',
      SMTP_URL: 'smtp://someone:geheim123@mail.university.edu:2500',
      MAX_CV_MB: '3',
    });
    try {
      const installation = await readInstallation(portal);
      expect(installation).toMatchObject({
        publicUrl: { source: 'environment', variable: 'PUBLIC_URL' },
        timeZone: { source: 'environment', value: 'Asia/Karachi' },
        mailServer: {
          source: 'environment',
          variable: 'SMTP_URL',
          value: { host: 'mail.university.edu', port: 2500, user: 'someone', hasPassword: true },
        },
        mailSender: { source: 'default' },
        confirmEmail: { source: 'default', value: 'on' },
      });
      expect(JSON.stringify(installation)).not.toContain('geheim123');
      for (const [field, change] of Object.entries({
        publicUrl: { publicUrl: 'https://other.university.edu' },
        timeZone: { timeZone: 'Europe/Oslo', isTimeZoneConfirmed: true },
        mailServer: { mailServer: testMailServer },
        'sizeLimits.cv': { sizeLimits: { cv: 4 } },
      } satisfies Record<string, InstallationChange>)) {
        const refusal = await refuseInstallationChange(portal, change);
        expect(refusal.fields?.[field]).toContain('The server’s environment sets');
      }
      const { sizeLimits } = await changeInstallation(portal, { sizeLimits: { thesis: 60 } });
      expect(sizeLimits.filter(({ source }) => source !== 'default')).toMatchObject([
        { kind: 'cv', value: 3, source: 'environment', variable: 'MAX_CV_MB' },
        { kind: 'thesis', value: 60, source: 'stored', variable: 'MAX_THESIS_MB' },
      ]);
    } finally {
      await close();
    }
  });

  test('take effect at once in this process and, after its next refresh, in another one', async ({
    portal,
  }) => {
    const other = { ...portal.config, sizeLimits: { ...portal.config.sizeLimits } };
    const refreshOther = createConfigRefresh(other);
    await refreshOther(portal.db);
    await changeInstallation(portal, {
      sizeLimits: { thesis: 1 },
      confirmEmail: 'admin',
      mailServer: testMailServer,
    });
    await refreshOther(portal.db);
    const home = await portal.visitor.call(findHome, {});
    expect(home).toMatchObject({ sendsEmail: true, confirmedBy: 'office' });
    expect(home.sizeLimits.thesis).toBe(1024 * 1024);
    expect(other.sizeLimits.thesis).toBe(1024 * 1024);
    expect(other.smtpUrl).toBe(portal.config.smtpUrl);
    await changeInstallation(portal, {
      sizeLimits: { thesis: null },
      confirmEmail: null,
      mailServer: null,
    });
    await refreshOther(portal.db);
    expect(other.smtpUrl).toBeUndefined();
    expect(other.sizeLimits.thesis).toBe(50 * 1024 * 1024);
    expect(await readInstallation(portal)).toMatchObject({
      confirmEmail: { source: 'default', value: 'off' },
      mailServer: { source: 'default', value: null },
    });
  });

  test('are saved only if nobody else has saved in the meantime, even at the same moment', async ({
    portal,
  }) => {
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const { version } = await readInstallation(portal);
    const results = await Promise.allSettled([
      portal.admin.call(saveInstallation, { body: { version, sizeLimits: { cv: 7 } } }),
      second.call(saveInstallation, { body: { version, sizeLimits: { cv: 8 } } }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = await expectRefusal(portal, portal.admin, saveInstallation, {
      body: { version, sizeLimits: { cv: 9 } },
    });
    expect(refusal).toMatchObject({ status: 409, code: 'stale-version' });
    expect(refusal.message).toMatch(/^Nothing was saved: .+ changed the installation/);
  });

  test('are recorded in the audit trail without secrets, and an unchanged save records nothing', async ({
    portal,
  }) => {
    await changeInstallation(portal, {
      mailServer: testMailServer,
      publicUrl: 'https://fyp.university.edu',
    });
    await changeInstallation(portal, { publicUrl: 'https://fyp.university.edu' });
    const query = { action: 'installation-changed' } as const;
    const { entries } = await portal.admin.call(listAudit, { query });
    expect(entries.map(({ detail }) => detail)).toEqual([
      'public URL: default → https://fyp.university.edu; mail server: default → smtp.university.edu:587, encryption starttls, user portal; password of the mail server replaced',
    ]);
  });

  test.for<[string, InstallationChange, string, RegExp]>([
    ['a URL with a path', { publicUrl: 'https://a.edu/fyp' }, 'publicUrl', /without a path/],
    ['a URL of a script', { publicUrl: 'javascript:alert(1)' }, 'publicUrl', /Enter a URL/],
    ['a URL with a password', { publicUrl: 'https://a:b@c.edu' }, 'publicUrl', /Enter a URL/],
    ['an unknown zone', { timeZone: 'Mars/Base' }, 'timeZone', /Choose a time zone/],
    ['a host with a line break', withMail({ host: 'a\r\nb' }), 'mailServer.host', /Enter a host/],
    ['a host with a port', withMail({ host: 'a.edu:22' }), 'mailServer.host', /without a port/],
    ['a port of another service', withMail({ port: 22 }), 'mailServer.port', /25, 465, 587/],
    ['a user with a line break', withMail({ user: 'a\r\nRCPT' }), 'mailServer.user', /line breaks/],
    [
      'a password in plain text',
      withMail({ security: 'none' }),
      'mailServer.security',
      /encrypted/,
    ],
    ['a sender with a line break', from('A\r\nBcc: b'), 'mailSender.name', /line breaks/],
    ['a sender with a quote', from('A" <x@y.z>'), 'mailSender.name', /can’t contain/],
    ['a size above the disk', { sizeLimits: { code: 1e9 } }, 'sizeLimits.code', /or smaller/],
  ])('refuse %s', async ([, change, field, message], { portal }) => {
    const refusal = await refuseInstallationChange(portal, change);
    expect(refusal).toMatchObject({
      status: 400,
      fields: { [field]: expect.stringMatching(message) },
    });
  });

  test('are those of another process that has just saved, together with their version', async ({
    portal,
  }) => {
    const { version } = await readInstallation(portal);
    await portal.db.transaction().execute((trx) =>
      changeStoredConfig(trx, (stored) => ({
        ...stored,
        version: version + 1,
        confirmEmail: 'admin',
      })),
    );
    expect(await readInstallation(portal)).toMatchObject({
      version: version + 1,
      confirmEmail: { value: 'admin', source: 'stored' },
    });
  });

  test.for<Record<string, string>>([
    { PUBLIC_URL: 'https://fyp.university.edu' },
    { HOST: '0.0.0.0' },
  ])('refuse unconfirmed accounts for a portal that other machines can reach: %o', async (env) => {
    const { portal, close } = await openPortal(env);
    try {
      const { fields } = await refuseInstallationChange(portal, { confirmEmail: 'off' });
      expect(fields?.confirmEmail).toContain('someone must confirm');
    } finally {
      await close();
    }
  });

  test('confirm new accounts again if the environment opens a portal for which nobody did', async ({
    portal,
  }) => {
    await changeInstallation(portal, { confirmEmail: 'off' });
    const opened = {
      ...portal.config,
      sizeLimits: { ...portal.config.sizeLimits },
      environment: new Set(['PUBLIC_URL']),
      publicUrl: 'https://fyp.university.edu',
    };
    await createConfigRefresh(opened)(portal.db);
    expect(opened.confirmEmail).toBe('admin');
  });

  test('refuse a URL that other machines can reach while nobody confirms accounts', async ({
    portal,
  }) => {
    const publicUrl = 'https://fyp.university.edu';
    await changeInstallation(portal, { confirmEmail: 'off' });
    const before = await portal.snapshot();
    const { fields } = await refuseInstallationChange(portal, { publicUrl });
    expect(fields?.publicUrl).toContain('no one confirms new accounts');
    expect(await portal.snapshot()).toEqual(before);
    await changeInstallation(portal, { publicUrl: 'http://localhost:3000' });
    await changeInstallation(portal, { publicUrl, confirmEmail: 'admin' });
    expect(portal.config).toMatchObject({ publicUrl, confirmEmail: 'admin' });
  });
});
