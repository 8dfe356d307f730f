import { createUndeliverableEmail } from '#server/test/emails.ts';
import {
  type AccessMatrix,
  buildNewPerson,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';

const askList: MatrixRequestBuilder = (_world, _actor, target) => ({
  query: target === 'malformed' ? { state: 'dreamt' } : {},
});

export const accessMatrix: AccessMatrix = {
  listEmails: { buildRequest: askList, rows: { '-': '200', malformed: '400' } },
  exportEmails: { buildRequest: askList, rows: { '-': '200!', malformed: '400' } },
  getEmail: {
    rows: { failed: '200', sent: '200', link: '200', unknown: '404', malformed: '400' },
    buildRequest: async ({ portal }, _actor, target) => {
      if (target === 'unknown') return { params: { emailId: unknownId } };
      if (target === 'malformed') return { params: { emailId: '1' } };
      const now = portal.clock();
      const changes = {
        failed: {},
        sent: { failed_at: null, sent_at: now.toISOString() },
        link: { carries_link: 1 },
      }[target];
      const id = await createUndeliverableEmail(portal.db, buildNewPerson().email, now, changes);
      return { params: { emailId: id } };
    },
  },
};
