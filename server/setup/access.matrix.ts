import type { AccessMatrix } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  findSetup: { rows: { '-': '200' }, buildRequest: () => ({}) },
  decideSetup: {
    rows: { '-': '200!', malformed: '400' },
    buildRequest: async ({ portal }, _actor, target) => {
      await portal.db.deleteFrom('setup_decisions').execute();
      return { params: { choice: target === 'malformed' ? 'weather' : 'scheme' } };
    },
  },
  replaceTexts: {
    repeat: ['stale-version'],
    rows: { '-': '200!' },
    // Restore the texts with which the portal started, because only these are replaced.
    buildRequest: async ({ portal }) => {
      await portal.db.deleteFrom('setup_decisions').execute();
      await portal.db
        .deleteFrom('settings')
        .where('name', 'in', ['home', 'faq', 'developers', 'categories'])
        .where('version', '>', 1)
        .execute();
      return {};
    },
  },
};
