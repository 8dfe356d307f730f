import { createUndeliverableEmail } from '#server/test/emails.ts';
import { type Ask, type Matrix, newPerson, unknownId } from '#server/test/matrix/ask.ts';

const askList: Ask = (_world, _actor, target) => ({
  query: target === 'malformed' ? { state: 'dreamt' } : {},
});

export const matrix: Matrix = {
  listEmails: { ask: askList, rows: { '-': '200', malformed: '400' } },
  exportEmails: { ask: askList, rows: { '-': '200!', malformed: '400' } },
  getEmail: {
    rows: { failed: '200', sent: '200', link: '200', unknown: '404', malformed: '400' },
    ask: async ({ portal }, _actor, target) => {
      if (target === 'unknown') return { params: { emailId: unknownId } };
      if (target === 'malformed') return { params: { emailId: '1' } };
      const now = portal.clock();
      const changes = {
        failed: {},
        sent: { failed_at: null, sent_at: now.toISOString() },
        link: { carries_link: 1 },
      }[target];
      const id = await createUndeliverableEmail(portal.db, newPerson().email, now, changes);
      return { params: { emailId: id } };
    },
  },
};
