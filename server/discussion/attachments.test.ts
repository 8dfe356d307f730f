import { describe, expect } from 'vitest';
import { removeGroupFiles } from '#contract/admin/removals.ts';
import { prepareDownload } from '#contract/exports/downloads.ts';
import { deleteGroup } from '#contract/groups.ts';
import { addMessage, removeMessage } from '#contract/messages/discussion.ts';
import { listUsers } from '#contract/users.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildMessage, readOnlyMessage, writeMessage } from '#server/test/records/discussion.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdfFile, toFile } from '#tools/test/people.ts';

const open = async (caller: ApiCaller, url: string) => {
  const response = await caller.fetch(url);
  await response.arrayBuffer();
  return response.status;
};

const attach = async (
  { supervisor, groupId }: TestGroup,
  thread: 'group' | 'staff',
): Promise<string> => {
  await writeMessage(supervisor.caller, groupId, { thread, file: buildPdfFile('notes.pdf') });
  const { attachment } = await readOnlyMessage(supervisor.caller, groupId, thread);
  expect(attachment).toMatchObject({ name: 'notes.pdf' });
  return attachment?.url ?? '';
};

const countFiles = async ({ db }: Portal) =>
  (
    await db
      .selectFrom('documents')
      .select('id')
      .where('kind', '=', 'attachment')
      .where('removed_at', 'is', null)
      .execute()
  ).length;

describe('an attached file', () => {
  test.for([
    ['group', [200, 200, 200, 200, 404]],
    ['staff', [404, 404, 200, 200, 404]],
  ] as const)(
    'of the thread %s is open to those who see the thread',
    async ([thread, expected], { portal }) => {
      const team = await createTestGroup(portal);
      const neighbour = await createTestGroup(portal);
      const url = await attach(team, thread);
      const callers = [
        team.student,
        team.mate,
        team.examiner,
        { caller: portal.admin },
        neighbour.student,
      ];
      const statuses = await Promise.all(callers.map(({ caller }) => open(caller, url)));
      expect(statuses).toEqual(expected);
      expect(await open(neighbour.supervisor.caller, url)).toBe(404);
      expect(await open(portal.visitor, url)).toBe(401);
    },
  );

  test('is in no list of the group’s files, in no archive and no CV of its author', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await attach(team, 'staff');
    const { documents } = await team.read();
    expect(documents.map(({ kind }) => kind)).not.toContain('attachment');
    const body = { groupIds: [team.groupId], kinds: [], dryRun: true };
    const { kinds } = await team.supervisor.caller.call(prepareDownload, { body });
    expect(kinds.map(({ kind }) => kind)).not.toContain('attachment');
    const { users } = await portal.admin.call(listUsers, { query: { q: team.supervisor.email } });
    expect(users.map(({ fileUrl }) => fileUrl)).toEqual([null]);
  });

  test('is removed with its message, or with all files of a group in the bin', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const url = await attach(team, 'group');
    const { _id: messageId } = await readOnlyMessage(team.student.caller, team.groupId);
    await team.supervisor.caller.call(removeMessage, { params: { messageId } });
    expect(await open(team.student.caller, url)).toBe(404);
    const { attachment } = await readOnlyMessage(team.student.caller, team.groupId);
    expect(attachment).toBeNull();
    await attach(team, 'staff');
    expect(await countFiles(portal)).toBe(1);
    const params = { groupId: team.groupId };
    await portal.admin.call(deleteGroup, { params });
    await portal.admin.call(removeGroupFiles, { params, body: { reason: 'The year is over.' } });
    expect(await countFiles(portal)).toBe(0);
  });

  test('is stored once if its message is sent twice', async ({ portal }) => {
    const { groupId, student } = await createTestGroup(portal);
    const body = buildMessage({ file: buildPdfFile() });
    const input = { params: { groupId, thread: 'group' as const }, body };
    await student.caller.call(addMessage, input);
    const before = await portal.snapshot();
    await student.caller.call(addMessage, input);
    expect((await portal.snapshot()).files).toEqual(before.files);
    expect(await countFiles(portal)).toBe(1);
  });

  test('is rejected if its type or content is not allowed, or if it is too large', async ({
    portal,
  }) => {
    const { groupId, student } = await createTestGroup(portal);
    const send = (file: File) =>
      expectRefusal(portal, student.caller, addMessage, {
        params: { groupId, thread: 'group' },
        body: buildMessage({ file }),
      });
    const program = await send(toFile(Buffer.from('MZ'), 'program.exe'));
    expect([program.status, program.code]).toEqual([415, 'wrong-kind-of-file']);
    expect((await send(toFile(Buffer.from('no PDF'), 'notes.pdf'))).code).toBe(
      'wrong-kind-of-file',
    );
    const large = await send(toFile(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'notes.txt'));
    expect(large.code).toBe('too-large');
    expect(large.message).toMatch(/10 MB or smaller/);
  });
});
