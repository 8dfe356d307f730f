import { randomUUID } from 'node:crypto';
import type { DiscussionThread } from '#contract/messages/discussion.ts';
import type { MatrixActor, MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  findFixtureGroup,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';

/** Returns the group and the thread of a target such as `foreignStaff`, the thread of the other group's staff. */
function parseTarget(target: string): { group: string; thread: DiscussionThread } {
  const group = target.replace(/Staff$|Self$/, '');
  return { group, thread: target.endsWith('Staff') ? 'staff' : 'group' };
}

const buildThreadRequest: MatrixRequestBuilder = (fixture, _actor, target) => {
  const { group, thread } = parseTarget(target);
  return { params: { groupId: getTargetGroupId(fixture, group), thread } };
};

/** Stores a message, written by the actor for targets that end with `Self` and by an admin for others. */
async function storeMessage(
  fixture: MatrixFixture,
  actor: MatrixActor,
  target: string,
): Promise<string> {
  const { group, thread } = parseTarget(target);
  const groupId = findFixtureGroup(fixture, group)?.groupId;
  if (!groupId) return target === 'malformed' ? '1' : unknownId;
  const { db, adminId, clock } = fixture.portal;
  const isOwn = target.endsWith('Self') && Object.values(fixture.live).includes(actor);
  const { last } = await db
    .selectFrom('discussion_messages')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('group_id', '=', groupId)
    .where('thread', '=', thread)
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await db
    .insertInto('discussion_messages')
    .values({
      id,
      group_id: groupId,
      thread,
      sequence: (last ?? 0) + 1,
      text: 'A question.',
      written_by: isOwn ? actor.userId : adminId,
      written_by_name: isOwn ? actor.name : 'The Admin',
      written_at: clock().toISOString(),
    })
    .execute();
  return id;
}

const buildMessageRequest =
  (body?: object): MatrixRequestBuilder =>
  async (fixture, actor, target) => ({
    params: { messageId: await storeMessage(fixture, actor, target) },
    ...(body && { body }),
  });

// Expected HTTP statuses for the actors fresh, binned, claimer, member, mate, other, former, super, examiner, namesake,
// faculty and admin, who are described in server/test/matrix/rows.ts. `!` marks requests that may write.
const visible = {
  own: '         404 404 404 200 200 404 404 200 200 404 404 200',
  ownStaff: '    404 404 404 404 404 404 404 200 200 404 404 200',
  foreign: '     404 404 404 404 404 200 404 404 404 404 200 200',
  foreignStaff: '404 404 404 404 404 404 404 404 404 404 200 200',
};
const hidden = { bin: '404', unknown: '404', malformed: '400' };
const allowWrites = (rows: typeof visible) =>
  Object.fromEntries(
    Object.entries(rows).map(([target, cells]) => [target, cells.replaceAll('200', '200!')]),
  );

export const accessMatrix: AccessMatrix = {
  countUnreadMessages: {
    rows: { own: visible.own, foreign: visible.foreign, ...hidden },
    buildRequest: (fixture, _actor, target) => ({
      params: { groupId: getTargetGroupId(fixture, target) },
    }),
  },
  listMessages: {
    rows: { ...visible, ...hidden, binStaff: '404', unknownStaff: '404' },
    buildRequest: buildThreadRequest,
  },
  addMessage: {
    // Each request of a browser has a new id. Who is notified depends on which of two authors comes first.
    repeat: { adds: 'a message' },
    rows: { ...allowWrites(visible), ...hidden, binStaff: '404' },
    buildRequest: async (fixture, actor, target, variant) => ({
      ...(await buildThreadRequest(fixture, actor, target, variant)),
      body: { messageId: randomUUID(), text: 'A question.' },
    }),
  },
  editMessage: {
    rows: {
      ownSelf: '     404 404 404 200! 200! 404 404 200! 200! 404 404 200!',
      own: '         404 404 404 403 403 404 404 403 403 404 404 200!',
      ownStaff: '    404 404 404 404 404 404 404 403 403 404 404 200!',
      foreignStaff: '404 404 404 404 404 404 404 404 404 404 403 200!',
      ...hidden,
    },
    buildRequest: buildMessageRequest({ text: 'Another question.' }),
  },
  removeMessage: {
    rows: {
      ownSelf: '     404 404 404 200! 200! 404 404 200! 200! 404 404 200!',
      own: '         404 404 404 403 403 404 404 200! 403 404 404 200!',
      ownStaff: '    404 404 404 404 404 404 404 403 403 404 404 200!',
      foreignStaff: '404 404 404 404 404 404 404 404 404 404 403 200!',
      ...hidden,
    },
    buildRequest: buildMessageRequest(),
  },
  readMessages: {
    rows: { ...allowWrites(visible), ...hidden, binStaff: '404' },
    buildRequest: buildMessageRequest(),
  },
};
