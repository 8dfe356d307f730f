import { randomUUID } from 'node:crypto';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildNewPerson,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';

async function addScheduledAnnouncement({ portal }: MatrixFixture): Promise<string> {
  const id = randomUUID();
  const at = portal.clock().toISOString();
  await portal.db
    .insertInto('announcements')
    .values({
      id,
      cohort_id: portal.content.current._id,
      title: buildNewPerson().name,
      text: 'Text',
      roles: '["student"]',
      programs: null,
      is_for_groups: 0,
      by_email: 0,
      publish_at: '2027-05-01T00:00:00.000Z',
      version: 1,
      created_by: portal.adminId,
      created_by_name: 'The Admin',
      created_at: at,
    })
    .execute();
  return id;
}

const idOf = (fixture: MatrixFixture, target: string) =>
  target === 'malformed'
    ? '1'
    : target === 'unknown'
      ? unknownId
      : addScheduledAnnouncement(fixture);

/** Publishes the announcement to the students of the fixture's group. */
async function shownIdOf(fixture: MatrixFixture, target: string) {
  const id = await idOf(fixture, target);
  if (target !== 'own') return id;
  const { db, clock } = fixture.portal;
  await db
    .updateTable('announcements')
    .set({ published_at: clock().toISOString(), is_for_groups: 1, allows_answers: 1 })
    .where('id', '=', id)
    .execute();
  const group_id = getTargetGroupId(fixture, target);
  await db.insertInto('announcement_groups').values({ announcement_id: id, group_id }).execute();
  return id;
}

const draft = (fixture: MatrixFixture, target: string) => ({
  title: buildNewPerson().name,
  text: 'Text',
  roles: ['student'],
  byEmail: false,
  publishAt: null,
  shownUntil: null,
  dryRun: false,
  audience:
    target === 'cohort'
      ? { to: 'cohort' }
      : { to: 'groups', groupIds: [getTargetGroupId(fixture, target)] },
});

const askList: MatrixRequestBuilder = (_world, _actor, target) => ({
  query:
    target === 'malformed'
      ? { state: 'dreamt' }
      : target === 'unknown'
        ? { cohort: 'nowhere' }
        : {},
});

const ofOne = { own: '200!', unknown: '404', malformed: '400' };

export const accessMatrix: AccessMatrix = {
  listAnnouncements: {
    buildRequest: askList,
    rows: { '-': '200', unknown: '404', malformed: '400' },
  },
  exportAnnouncements: {
    buildRequest: askList,
    rows: { '-': '200!', unknown: '404', malformed: '400' },
  },
  listAudiences: { buildRequest: askList, rows: { '-': '200', unknown: '404' } },
  getAnnouncement: {
    rows: { own: '200', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => ({
      params: { announcementId: await idOf(fixture, target) },
    }),
  },
  addAnnouncement: {
    repeat: ['name-taken'],
    rows: { own: '200!', cohort: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: (fixture, _actor, target) => ({
      body: { ...draft(fixture, target), cohort: fixture.portal.content.current.code },
    }),
  },
  updateAnnouncement: {
    repeat: ['stale-version'],
    rows: ofOne,
    buildRequest: async (fixture, _actor, target) => ({
      params: { announcementId: await idOf(fixture, target) },
      body: { ...draft(fixture, 'own'), version: 1 },
    }),
  },
  answerAnnouncement: {
    repeat: { adds: 'another answer' },
    rows: {
      // A row for students and one for faculty, in the order of `columns` in server/test/matrix/rows.ts.
      own: '404 404 404 200! 200! 404 404 404 404 404 404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => ({
      params: { announcementId: await shownIdOf(fixture, target) },
      body: { text: 'Where is the room?' },
    }),
  },
  listAnswers: {
    rows: { own: '200', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => ({
      params: { announcementId: await idOf(fixture, target) },
    }),
  },
  withdrawAnnouncement: {
    repeat: ['stale-version'],
    rows: ofOne,
    buildRequest: async (fixture, _actor, target) => ({
      params: { announcementId: await idOf(fixture, target) },
    }),
  },
};
