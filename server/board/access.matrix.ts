import { type Ask, groupIdOf, type Matrix, newPerson, unknownId } from '#server/test/matrix/ask.ts';
import { createTestUser } from '#server/test/people.ts';

/** A deadline of the standard content that has passed. */
const deadlineId = 'march-monthly-report';

const ask: Ask = (_world, _actor, target) => ({
  query: target === 'malformed' ? { state: 'dreamt' } : {},
});

const askExport: Ask = (fixture, _actor, target) => ({
  body: { groupIds: [groupIdOf(fixture, target)], columns: [], marks: false },
});

const askReminder =
  (dryRun: boolean): Ask =>
  (fixture, _actor, target) => ({
    body: { groupIds: [groupIdOf(fixture, target)], deadlineId, dryRun },
    after: () => fixture.portal.db.deleteFrom('board_reminders').execute(),
  });

const reminders = {
  // super examiner namesake faculty admin
  own: '    200! 403 404 404  200!',
  foreign: '404  404 404 200! 200!',
  bin: '    404',
  unknown: '404',
  malformed: '400',
};

export const matrix: Matrix = {
  findBoard: { ask, rows: { '-': '200', malformed: '400' } },
  exportBoard: {
    ask: askExport,
    rows: {
      // super examiner namesake faculty admin
      own: '    200! 200! 404 404  200!',
      foreign: '404  404  404 200! 200!',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
  },
  sendReminders: { ask: askReminder(false), rows: reminders },
  listViews: { ask: () => ({}), rows: { '-': '200' } },
  saveView: {
    rows: { '-': '200!', malformed: '400' },
    ask: (_world, _actor, target) => ({
      body: { name: newPerson().name, search: target === 'malformed' ? 'a b' : 'state=late' },
    }),
  },
  deleteView: {
    // super examiner namesake faculty admin
    rows: { own: '200!', others: '404', unknown: '404', malformed: '400' },
    ask: async ({ portal }, { userId }, target) => {
      const id = crypto.randomUUID();
      if (target === 'unknown') return { params: { viewId: unknownId } };
      if (target === 'malformed') return { params: { viewId: '1' } };
      const isKnown = target === 'own' && (await isUser(portal.db, userId));
      const user_id = isKnown ? userId : (await createTestUser(portal, 'faculty')).userId;
      const view = { id, user_id, name: newPerson().name, search: '', name_key: id };
      await portal.db.insertInto('board_views').values(view).execute();
      return { params: { viewId: id } };
    },
  },
};

async function isUser(db: Parameters<typeof createTestUser>[0]['db'], userId: string) {
  const query = db.selectFrom('users').select('id').where('id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}
