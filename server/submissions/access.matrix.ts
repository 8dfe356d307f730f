import { randomUUID } from 'node:crypto';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';

const thesis = 'thesis-and-sim-report-soft-copies';

async function aRequest({ portal }: MatrixFixture, groupId: string): Promise<string> {
  const { db, adminId } = portal;
  const openRequest = await db
    .selectFrom('extension_requests')
    .select('id')
    .where('group_id', '=', groupId)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (openRequest) return openRequest.id;
  const id = randomUUID();
  await db
    .insertInto('extension_requests')
    .values({
      id,
      group_id: groupId,
      deadline_id: thesis,
      reason: 'Ill.',
      asked_due: '2027-06-01T00:00:00.000Z',
      asked_by: adminId,
      asked_by_name: 'A',
      asked_at: portal.clock().toISOString(),
    })
    .execute();
  return id;
}

const askDecision: MatrixRequestBuilder = async (fixture, _actor, target) => {
  const isGroup = target !== 'unknown' && target !== 'malformed';
  const requestId = isGroup
    ? await aRequest(fixture, getTargetGroupId(fixture, target))
    : target === 'unknown'
      ? unknownId
      : '1';
  return { params: { requestId }, body: { decision: 'refused', reason: 'No.' } };
};

let days = 0;

export const accessMatrix: AccessMatrix = {
  listSubmissions: {
    rows: {
      // Expected HTTP status for each actor: fresh, binned, claimer, member, mate, other, former, super (supervisor),
      // examiner, namesake, faculty, admin. See `columns` in server/test/matrix/rows.ts.
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: buildGroupRequest,
  },
  askExtension: {
    repeat: ['stale-version'],
    rows: {
      // Expected HTTP statuses for the actors fresh, binned, claimer, member, mate, other and former, who are described
      // in server/test/matrix/rows.ts. `!` marks requests that may write to the database.
      own: '    404 404 403 201! 201! 404 404',
      foreign: '404 404 403 404 404 201! 404',
      bin: '    404 404 403 404 404 404 404',
      unknown: '404 404 403 404 404 404 404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => {
      const groupId = getTargetGroupId(fixture, target);
      if (target !== 'malformed') {
        const open = fixture.portal.db.deleteFrom('extension_requests');
        await open.where('group_id', '=', groupId).execute();
      }
      const askedDue = '2090-06-01T00:00:00.000Z';
      return { params: { groupId }, body: { deadlineId: thesis, askedDue, reason: 'Ill.' } };
    },
  },
  decideExtension: {
    repeat: ['stale-version'],
    rows: {
      // Expected HTTP statuses for the actors super, examiner, namesake, faculty and admin, who are described in
      // server/test/matrix/rows.ts. `!` marks requests that may write to the database.
      own: '    403 404 404 404 200!',
      foreign: '404 404 404 403 200!',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: askDecision,
  },
  adviseOnExtension: {
    rows: {
      // Expected HTTP statuses for the actors super, examiner, namesake and faculty.
      own: '    200! 404 404 404',
      foreign: '404 404 404 200!',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: async (...request) => {
      const { params } = await askDecision(...request);
      return { params, body: { advice: 'support' } };
    },
  },
  muteReminders: {
    rows: { '-': '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      body: { isMuted: target === 'malformed' ? 'perhaps' : true },
    }),
  },
  setGroupDeadlines: {
    rows: { own: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: (fixture, _actor, target) => {
      days += 1;
      const due = new Date(Date.parse('2027-06-01T00:00:00.000Z') + days * 3_600_000).toISOString();
      const groupIds = [getTargetGroupId(fixture, target)];
      const change = { to: 'date', due };
      const body = { groupIds, change, reason: 'A strike.', dryRun: false };
      return { params: { deadlineId: thesis }, body };
    },
  },
};
