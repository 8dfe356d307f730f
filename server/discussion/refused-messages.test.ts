import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  addMessage,
  countUnreadMessages,
  editMessage,
  listMessages,
  readMessages,
  removeMessage,
} from '#contract/messages/discussion.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { buildMessage, readThread, writeMessage } from '#server/test/records/discussion.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdfFile } from '#tools/test/people.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Sends every request about a thread and a message, and returns the distinct error messages. */
async function refuseAll(
  portal: Portal,
  caller: ApiCaller,
  { groupId, thread, messageId }: { groupId: string; thread: 'group' | 'staff'; messageId: string },
) {
  const ofThread = { params: { groupId, thread } };
  const ofMessage = { params: { messageId } };
  const refusals = [
    await expectRefusal(portal, caller, listMessages, ofThread),
    await expectRefusal(portal, caller, listMessages, {
      ...ofThread,
      query: { around: messageId },
    }),
    await expectRefusal(portal, caller, addMessage, { ...ofThread, body: buildMessage() }),
    await expectRefusal(portal, caller, editMessage, { ...ofMessage, body: { text: 'Mine' } }),
    await expectRefusal(portal, caller, removeMessage, ofMessage),
    await expectRefusal(portal, caller, readMessages, ofMessage),
  ];
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([404]));
  return [...new Set(refusals.map(({ message }) => message))];
}

const hiddenMessages = [
  'This group doesn’t exist, or you don’t have access.',
  'This message doesn’t exist, or you don’t have access.',
];

describe('a thread is hidden from', () => {
  test('a member if it is the thread of the staff, like a group that does not exist', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { groupId, supervisor, student } = team;
    const messageId = await writeMessage(supervisor.caller, groupId, { thread: 'staff' });
    const about = { groupId, thread: 'staff', messageId } as const;
    expect(await refuseAll(portal, student.caller, about)).toEqual(hiddenMessages);
    const unknown = { groupId: unknownId, thread: 'staff', messageId: unknownId } as const;
    expect(await refuseAll(portal, student.caller, unknown)).toEqual(hiddenMessages);
    const { threads } = await student.caller.call(countUnreadMessages, { params: { groupId } });
    expect(threads).toEqual([{ thread: 'group', unread: 0 }]);
    // A message of another thread is not part of the page, and the reply does not show that it exists.
    await writeMessage(student.caller, groupId);
    const page = await readThread(student.caller, groupId, 'group', { around: messageId });
    expect(page).toEqual(
      await readThread(student.caller, groupId, 'group', { around: randomUUID() }),
    );
  });
});

describe('a message is rejected', () => {
  const fileOf = (group: TestGroup['group'], kind: string) =>
    group.documents.find((document) => document.kind === kind)?._id ?? '';

  test.for([
    ['without a text', { text: ' ' }, 'text', 'Enter a message.'],
    ['with a long text', { text: 'x'.repeat(5001) }, 'text', /5000 characters or fewer/],
    ['with a link that runs code', { text: '[a](javascript:b)' }, 'text', /“javascript:b”/],
    [
      'if it mentions somebody who does not see the thread',
      { text: `Hello @{${unknownId}}` },
      'text',
      /can’t see this discussion/,
    ],
    [
      'about a milestone that does not exist',
      { about: { kind: 'milestone', id: 'noMilestone' } },
      'about',
      /no longer exists/,
    ],
    [
      'about a field that the proposal does not have',
      { about: { kind: 'proposal', id: 'toString' } },
      'about',
      /no longer exists/,
    ],
    [
      'about a page of a milestone',
      { about: { kind: 'milestone', id: 'month1', page: 3 } },
      'about',
      /no longer exists/,
    ],
    [
      'about page 0',
      { about: { kind: 'document', id: unknownId, page: 0 } },
      'about.page',
      /at least 1/,
    ],
  ] as const)('%s', async ([, changes, field, message], { portal }) => {
    const { groupId, student } = await createTestGroup(portal);
    const input = { params: { groupId, thread: 'group' }, body: { ...buildMessage(), ...changes } };
    const refusal = await expectRefusal(portal, student.caller, addMessage, input);
    expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual(['invalid', [field]]);
    expect(refusal.message).toMatch(message);
  });

  test('about a file of another group or, in the thread of the group, of a single member', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    const { groupId, student, supervisor } = team;
    const ask = (id: string, thread: 'group' | 'staff' = 'group') => ({
      params: { groupId, thread },
      body: buildMessage({ about: { kind: 'document', id, page: 2 } }),
    });
    for (const id of [fileOf(neighbour.group, 'proposal'), fileOf(team.group, 'feeProof')]) {
      const refusal = await expectRefusal(portal, student.caller, addMessage, ask(id));
      expect(refusal.message).toMatch(/not everyone in this discussion has access to it/);
    }
    const staffRequest = ask(fileOf(team.group, 'feeProof'), 'staff');
    await supervisor.caller.call(addMessage, staffRequest as never);
    await student.caller.call(addMessage, ask(fileOf(team.group, 'proposal')) as never);
    const { messages } = await readThread(student.caller, groupId);
    expect(messages.map(({ about }) => about?.label)).toEqual(['Proposal, version 1, page 2']);
  });

  test('if its id is that of another person’s message, or its cohort is closed', async ({
    portal,
  }) => {
    const { groupId, student, mate } = await createTestGroup(portal);
    const messageId = await writeMessage(student.caller, groupId);
    const input = {
      params: { groupId, thread: 'group' },
      body: { ...buildMessage({ file: buildPdfFile() }), messageId },
    };
    expect((await expectRefusal(portal, mate.caller, addMessage, input)).code).toBe(
      'stale-version',
    );
    await closeCurrentCohort(portal);
    const params = { messageId };
    for (const [endpoint, body] of [
      [editMessage, { text: 'Late' }],
      [removeMessage, undefined],
    ] as const) {
      const refusal = await expectRefusal(portal, student.caller, endpoint, { params, body });
      expect(refusal.code).toBe('cohort-closed');
    }
    const late = { ...input, body: buildMessage() };
    expect((await expectRefusal(portal, student.caller, addMessage, late)).code).toBe(
      'cohort-closed',
    );
    // Reading is allowed, but offers neither editing nor removing.
    const { messages } = await readThread(student.caller, groupId);
    expect(messages).toMatchObject([{ source: null, mayRemove: false }]);
  });
});
