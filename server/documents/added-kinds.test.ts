import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { findFigures } from '#contract/admin/figures.ts';
import { findBoard } from '#contract/board.ts';
import { findDesk } from '#contract/desk.ts';
import { openDocument, uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { findInsights } from '#contract/insights.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { lockGroup } from '#server/groups/group-access.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { createTestGroup, type TestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { addTestDeadline, addTestKinds, poster } from '#server/test/records/kinds.ts';
import { listKeys } from '#server/test/records/versions.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf, buildPng, buildZip } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const MB = 1024 * 1024;
const png = () => toFile(buildPng(), 'poster.png');

const inputOf = (
  { email }: Pick<TestUser, 'email'>,
  file = png(),
  kind = 'poster',
  deadline?: string,
) => ({ params: { kind, email }, query: { deadline }, body: { file } });

const readOwn = async ({ student }: TestGroup) =>
  (await student.caller.call(findGroup, { params: { email: student.email } })).group;

async function changeKinds(portal: Portal, change: (added: (typeof poster)[]) => void) {
  const input = await buildSettingChange(portal, 'kinds', ({ added }) => change(added));
  return [saveSetting, input] as const;
}

const archive = (added: (typeof poster)[]) => {
  for (const kind of added) kind.archived = true;
};

describe('an upload of a kind that the cohort has added', () => {
  test.for([
    ['a kind that no cohort has', 'map', png(), 400, 'This kind of upload does not exist.'],
    ['a kind of another cohort', 'sketch', png(), 400, 'This kind of upload does not exist.'],
    ['a standard kind of another form', 'evidence', png(), 400, 'This kind of upload'],
    ['an archived kind', 'flyer', png(), 400, 'Flyer is no longer collected.'],
    [
      'a type that the kind does not allow',
      'poster',
      toFile(buildZip(), 'poster.zip'),
      415,
      'Poster must be a pdf or png file; “poster.zip” is not.',
    ],
    [
      'a renamed file',
      'poster',
      toFile(buildZip(), 'poster.png'),
      415,
      'is named .png but its content is not. Save it again as pdf or png',
    ],
    [
      'a file above the size limit of the kind',
      'poster',
      toFile(buildPdf({ bytes: MB + 1 }), 'poster.pdf'),
      413,
      'Poster must be 1 MB or smaller',
    ],
  ] as const)(
    'is rejected and leaves nothing if it has %s',
    async ([, kind, file, status, message], { portal }) => {
      await addTestKinds(portal, [
        poster,
        { ...poster, id: 'flyer', title: 'Flyer', archived: true },
      ]);
      await addTestCohort(portal);
      await addTestKinds(portal, [{ ...poster, id: 'sketch', title: 'Sketch' }], '2028');
      const { student } = await createTestGroup(portal);
      const refused = await expectRefusal(
        portal,
        student.caller,
        uploadDocument,
        inputOf(student, file, kind),
      );
      expect(refused.status).toBe(status);
      expect(refused.message).toContain(message);
    },
  );

  test('is shown to the group and its staff under the title of the kind, but not to other groups', async ({
    portal,
  }) => {
    await addTestKinds(portal, [poster]);
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    const reply = await team.student.caller.call(uploadDocument, inputOf(team.student));
    expect(reply).toMatchObject({
      message: 'POSTER uploaded successfully.',
      document: { kind: 'poster', memberId: null, version: 1, mediaType: 'image/png' },
    });
    const { documents } = await readOwn(team);
    expect(documents.filter(({ kind }) => kind === 'poster')).toHaveLength(1);
    expect((await readOwn(neighbour)).documents.map(({ kind }) => kind)).not.toContain('poster');
    const open = { params: { documentId: reply.document._id } };
    for (const { caller } of [team.mate, team.supervisor, team.examiner])
      expect((await caller.request(openDocument, open)).status).toBe(200);
    const refused = await expectRefusal(portal, neighbour.student.caller, openDocument, open);
    expect(refused.status).toBe(404);
    const emails = await portal.db
      .selectFrom('emails')
      .select('subject')
      .where('subject', 'like', 'Poster received%')
      .execute();
    expect(emails).toHaveLength(1);
    const entries = await readAuditEntries(portal);
    const uploads = entries.filter(({ action }) => action === 'document-uploaded');
    expect(uploads.at(-1)?.subject_name).toMatch(/^Poster of BSCS-/);
  });

  test.for(['constructor', 'valueof', '0', 'null'])(
    'is stored and listed if the id of the kind is “%s”',
    async (id, { portal }) => {
      await addTestKinds(portal, [{ ...poster, id }]);
      await addTestDeadline(portal, 'draft', [id]);
      const { student, groupId } = await createTestGroup(portal);
      const input = inputOf(student, png(), id);
      expect((await student.caller.call(uploadDocument, input)).document).toMatchObject({
        kind: id,
        version: 1,
      });
      const { submissions } = await student.caller.call(listSubmissions, { params: { groupId } });
      expect(submissions).toContainEqual(
        expect.objectContaining({ deadlineId: 'draft', missing: [] }),
      );
      for (const page of [findBoard, findInsights, findFigures, findDesk])
        expect((await portal.admin.request(page)).status).toBe(200);
      const changed = inputOf(student, toFile(buildPdf(), 'poster.pdf'), id);
      const next = await student.caller.call(uploadDocument, changed);
      expect(next.document.version).toBe(2);
    },
  );

  test('belongs to the member if each member submits one, and is hidden from the other members', async ({
    portal,
  }) => {
    await addTestKinds(portal, [{ ...poster, perMember: true }]);
    await addTestDeadline(portal, 'draft', ['poster']);
    const { student, mate, supervisor, groupId, ids } = await createTestGroup(portal, { size: 2 });
    const { document } = await student.caller.call(uploadDocument, inputOf(student));
    expect(document.memberId).toBe(ids[0]);
    const open = { params: { documentId: document._id } };
    expect((await expectRefusal(portal, mate.caller, openDocument, open)).status).toBe(404);
    expect((await supervisor.caller.request(openDocument, open)).status).toBe(200);
    const missingOf = async ({ caller }: TestUser) => {
      const reply = await caller.call(listSubmissions, { params: { groupId } });
      const { missing } = reply.submissions.find(({ deadlineId }) => deadlineId === 'draft') ?? {};
      return [missing, reply.missingOfOthers];
    };
    const required = { kind: 'poster', deadlineId: 'draft' };
    expect(await missingOf(student)).toEqual([['poster'], [required]]);
    expect(await missingOf(mate)).toEqual([['poster'], []]);
    expect(await missingOf(supervisor)).toEqual([['poster'], []]);
    await mate.caller.call(uploadDocument, inputOf(mate, toFile(buildPdf(), 'mine.pdf')));
    expect(await missingOf(student)).toEqual([[], []]);
  });

  test.for([['archived'], ['removed']] as const)(
    'is rejected and leaves nothing if the kind is %s while the file arrives',
    async ([what], { portal }) => {
      await addTestKinds(portal, [poster]);
      const { student } = await createTestGroup(portal);
      const keysBefore = await listKeys(portal);
      const keep = portal.files.keep.bind(portal.files);
      portal.files.keep = async (...args) => {
        portal.files.keep = keep;
        const change = what === 'archived' ? archive : (added: unknown[]) => added.splice(0);
        await portal.admin.call(...(await changeKinds(portal, change)));
        return keep(...args);
      };
      const reply = await student.caller.request(uploadDocument, inputOf(student));
      expect(reply.status).toBe(400);
      const rows = portal.db.selectFrom('documents').where('kind', '=', 'poster');
      expect(await rows.select('id').execute()).toEqual([]);
      expect(await listKeys(portal)).toEqual(keysBefore);
    },
  );
});

describe('removing a kind that the cohort has added', () => {
  test('is rejected while a file of the kind is committed at the same time', async ({ portal }) => {
    await addTestKinds(portal, [poster]);
    const { groupId, student } = await createTestGroup(portal);
    const [endpoint, input] = await changeKinds(portal, (added) => added.splice(0));
    let removal: Promise<Response> | undefined;
    await portal.db.transaction().execute(async (trx) => {
      await lockGroup(trx, groupId);
      await trx
        .insertInto('documents')
        .values({
          ...{ id: randomUUID(), kind: 'poster', group_id: groupId, version: 1, name: 'a.png' },
          ...{ media_type: 'image/png', size: 1, sha256: '', uploaded_by: student.userId },
          ...{ uploaded_by_name: 'A', uploaded_at: portal.clock().toISOString() },
        })
        .execute();
      removal = portal.admin.request(endpoint, input);
      await waitUntilTransactionBlocks(trx, portal.db);
    });
    const reply = await removal;
    expect(reply?.status).toBe(400);
    expect(await reply?.json()).toMatchObject({
      message: expect.stringContaining('1 group has files of “Poster”, so it cannot be removed.'),
    });
    const kinds = (await portal.content.cohort(portal.db, portal.content.current._id)).kinds;
    expect(kinds.map(({ kind }) => kind)).toContain('poster');
  });
});
