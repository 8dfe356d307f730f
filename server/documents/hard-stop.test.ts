import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const thesis = 'thesis-and-sim-report-soft-copies';
const due = '2027-05-07T18:59:00.000Z';
const second = 1000;
const minute = 60 * second;

async function atHardStop(portal: Portal, ms: number) {
  const input = await buildSettingChange(portal, 'deadlines', (list) => {
    for (const deadline of list) if (deadline.id === thesis) deadline.graceHours = 0;
  });
  await portal.admin.call(saveSetting, input);
  const team = await createTestGroup(portal);
  portal.wait(Date.parse(due) + ms - portal.clock().getTime());
  const enter = async ({ userId, email }: TestUser) => ({
    caller: await portal.logInAs(userId),
    email,
  });
  return { ...team, student: await enter(team.student), mate: await enter(team.mate) };
}

const inputOf = (email: string, title: string) => ({
  params: { kind: 'thesis' as const, email },
  body: { file: toFile(buildPdf({ title }), `${title}.pdf`) },
});

/** Simulates a slow upload: before the next file is stored, advances the clock by `ms` and runs `meanwhile`. */
function slowUpload(
  portal: Portal,
  ms: number,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const { files } = portal;
  const keep = files.keep.bind(files);
  files.keep = async (...args) => {
    files.keep = keep;
    portal.wait(ms);
    await meanwhile();
    return keep(...args);
  };
}

describe('a deadline with a hard stop', () => {
  test('accepts files until the end of the displayed minute', async ({ portal }) => {
    const { student } = await atHardStop(portal, minute - 1);
    const { lateMs } = await student.caller.call(
      uploadDocument,
      inputOf(student.email, 'last-moment'),
    );
    expect(lateMs).toBe(0);
    portal.wait(1);
    const refused = await expectRefusal(
      portal,
      student.caller,
      uploadDocument,
      inputOf(student.email, 'too-late'),
    );
    expect(refused.code).toBe('deadline-passed');
    expect(refused.message).toContain('files were accepted until 7 May 2027, 23:59');
  });

  test('accepts an upload that began before the hard stop, and rejects one that began after it', async ({
    portal,
  }) => {
    const { student, mate, groupId } = await atHardStop(portal, minute - second);
    const codes: string[] = [];
    slowUpload(portal, 15 * minute, async () => {
      const input = inputOf(mate.email, 'meanwhile');
      await mate.caller.call(uploadDocument, input).catch(({ code }) => codes.push(code));
    });
    const reply = await student.caller.call(uploadDocument, inputOf(student.email, 'in-time'));
    expect(codes).toEqual(['deadline-passed']);
    expect(reply.document.version).toBe(1);
    expect(reply.lateMs).toBe(16 * minute - second);
    const { submissions } = await student.caller.call(listSubmissions, { params: { groupId } });
    const submission = submissions.find(({ deadlineId }) => deadlineId === thesis);
    expect(submission).toMatchObject({ state: 'missed', missing: ['similarity'] });
    const rows = await portal.db
      .selectFrom('documents')
      .select('name')
      .where('kind', '=', 'thesis');
    expect(await rows.execute()).toEqual([{ name: 'in-time.pdf' }]);
  });

  test('rejects an upload that takes more than 15 minutes to arrive', async ({ portal }) => {
    const { student } = await atHardStop(portal, 0);
    const before = await portal.snapshot();
    slowUpload(portal, 15 * minute + 1);
    const refused = await student.caller
      .call(uploadDocument, inputOf(student.email, 'too-slow'))
      .catch((error) => error);
    expect(refused.code).toBe('deadline-passed');
    expect(refused.message).toContain('may arrive up to 15 minutes later');
    expect(await portal.snapshot()).toEqual(before);
  });
});
