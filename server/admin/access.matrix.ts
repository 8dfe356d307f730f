import { anUndeliverableEmail } from '#server/test/emails.ts';
import { type Ask, groupIdOf, type Matrix, newPerson, unknownId } from '#server/test/matrix/ask.ts';
import { aName } from '#tools/test/people.ts';

const anEmail: Ask = async ({ portal }, _actor, target) => {
  if (target === 'unknown') return { params: { emailId: unknownId } };
  if (target === 'malformed') return { params: { emailId: '1' } };
  const now = portal.clock();
  const sent = { failed_at: null, sent_at: now.toISOString() };
  const { email } = newPerson();
  const id = await anUndeliverableEmail(portal.db, email, now, target === 'sent' ? sent : {});
  return { params: { emailId: id } };
};

const emails = { failed: '200!', sent: '404', unknown: '404', malformed: '400' };

export const matrix: Matrix = {
  sendEmailAgain: { rows: emails, ask: anEmail },
  dismissEmail: { rows: emails, ask: anEmail },
  updateGroup: {
    rows: { own: '200!', foreign: '200!', bin: '404', unknown: '404', malformed: '400' },
    ask: (world, _actor, target) => ({
      params: { groupId: groupIdOf(world, target) },
      body: { fypTitle: aName('A project of') },
    }),
  },
};
