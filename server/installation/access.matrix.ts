import { getInstallation, saveInstallation } from '#contract/settings/installation.ts';
import type { AccessMatrix } from '#server/test/matrix/requests.ts';
import { getAdminCaller } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  getInstallation: { rows: { '-': '200' }, buildRequest: () => ({}) },
  previewTimeZone: {
    rows: { '-': '200', malformed: '400' },
    buildRequest: (_fixture, _actor, target) => ({
      query: { timeZone: target === 'malformed' ? 'Mars/Olympus' : 'Europe/Oslo' },
    }),
  },
  saveInstallation: {
    rows: { '-': '200!', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      const { version, sizeLimits } = await getAdminCaller(fixture).call(getInstallation, {});
      const evidence = sizeLimits.find(({ kind }) => kind === 'evidence')?.value === 11 ? 12 : 11;
      const sizes = { evidence: target === 'malformed' ? -1 : evidence };
      return { body: { version, sizeLimits: sizes } };
    },
    repeat: ['stale-version'],
  },
  testMailServer: {
    rows: { '-': '200!' },
    buildRequest: async (fixture) => {
      const caller = getAdminCaller(fixture);
      const { version, mailServer } = await caller.call(getInstallation, {});
      if (!mailServer.value) {
        // No mail server listens here. The reply says so, and the test is recorded all the same.
        const closed = { host: '127.0.0.1', port: 2525, security: 'none', user: '' } as const;
        await caller.call(saveInstallation, { body: { version, mailServer: closed } });
      }
      await fixture.portal.db
        .deleteFrom('rate_limits')
        .where('name', 'like', 'mail server test%')
        .execute();
      return {};
    },
    repeat: { adds: 'an email to oneself, and its entry' },
  },
};
