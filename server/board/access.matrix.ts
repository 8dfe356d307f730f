import {
  type AccessMatrix,
  buildNewPerson,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { createTestUser } from '#server/test/people.ts';

/** A deadline later than the initial date of the test clock, so that it applies to the groups that the test creates. */
const deadlineId = 'march-monthly-report';

const buildRequest: MatrixRequestBuilder = (_world, _actor, target) => ({
  query: target === 'malformed' ? { meetings: 'dreamt' } : {},
});

const askExport: MatrixRequestBuilder = (fixture, _actor, target) => ({
  body: { groupIds: [getTargetGroupId(fixture, target)], columns: [], marks: false },
});

const askReminder =
  (dryRun: boolean): MatrixRequestBuilder =>
  (fixture, _actor, target) => ({
    body: { groupIds: [getTargetGroupId(fixture, target)], deadlineId, dryRun },
    after: () => fixture.portal.db.deleteFrom('board_reminders').execute(),
  });

const reminders = {
  // Status per staff actor, in the order of `columns` in `server/test/matrix/rows.ts`. `!`: the request may write.
  own: '    200! 403 404 404  200!',
  foreign: '404  404 404 200! 200!',
  bin: '    404',
  unknown: '404',
  malformed: '400',
};

export const accessMatrix: AccessMatrix = {
  findBoard: { buildRequest, rows: { '-': '200', malformed: '400' } },
  countBoard: { buildRequest, rows: { '-': '200', malformed: '400' } },
  exportBoard: {
    repeat: { adds: 'an export, and its entry' },
    buildRequest: askExport,
    rows: {
      own: '    200! 200! 404 404  200!',
      foreign: '404  404  404 200! 200!',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
  },
  sendReminders: { repeat: ['too-often'], buildRequest: askReminder(false), rows: reminders },
  listViews: { buildRequest: () => ({}), rows: { '-': '200' } },
  saveView: {
    rows: { '-': '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      body: { name: buildNewPerson().name, search: target === 'malformed' ? 'a b' : 'state=late' },
    }),
  },
  deleteView: {
    repeat: ['not-found'],
    rows: { own: '200!', others: '404', unknown: '404', malformed: '400' },
    buildRequest: async ({ portal }, { userId }, target) => {
      const id = crypto.randomUUID();
      if (target === 'unknown') return { params: { viewId: unknownId } };
      if (target === 'malformed') return { params: { viewId: '1' } };
      const isKnown = target === 'own' && (await isUser(portal.db, userId));
      const user_id = isKnown ? userId : (await createTestUser(portal, 'faculty')).userId;
      const view = { id, user_id, name: buildNewPerson().name, search: '', name_key: id };
      await portal.db.insertInto('board_views').values(view).execute();
      return { params: { viewId: id } };
    },
  },
};

async function isUser(db: Parameters<typeof createTestUser>[0]['db'], userId: string) {
  const query = db.selectFrom('users').select('id').where('id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}
