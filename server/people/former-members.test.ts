import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect } from 'vitest';
import { exportBoard, findBoard, sendReminders } from '#contract/board.ts';
import { openDocument, submitDocument } from '#contract/documents.ts';
import { checkResultSheet, exportResultSheet } from '#contract/exports/results.ts';
import { exportGroups, findGroup } from '#contract/groups.ts';
import { findInsights } from '#contract/insights.ts';
import { listGroupsToMark, mailGroup, saveMarks } from '#contract/marks.ts';
import { listFormerMemberships } from '#contract/people.ts';
import { search } from '#contract/search.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { findRecipients } from '#server/notices/find-recipients.ts';
import {
  createTestGroup,
  createTestUser,
  dateBeforeReports,
  getItemAt,
  removeEmailConfirmation,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readExportedRecords } from '#server/test/records/exports.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import { changeTestPeople, letLastMemberLeave } from '#server/test/records/people.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { buildProposal } from '#tools/test/people.ts';

/** Opens a marked group whose last member has left, and a neighbour. */
async function openGroups(portal: Portal) {
  const team = await createTestGroup(portal, { createdAt: dateBeforeReports });
  const neighbour = await createTestGroup(portal, { createdAt: dateBeforeReports });
  await markTestGroup(team, 5, 9);
  await emailTestGroupMarks(team);
  await portal.db.deleteFrom('emails').execute();
  const formerId = await letLastMemberLeave(portal, team);
  return { team, neighbour, former: team.mate, formerId };
}

describe('a former member', () => {
  test('cannot be marked and gets no email about marks', async ({ portal }) => {
    const { team, formerId } = await openGroups(portal);
    const { groupId, supervisor } = team;
    const body = {
      semester: 'Semester 7',
      groupId,
      marks: { [formerId]: { month1: { marks: 4 } } },
    } as const;
    const message = 'These marks name a person who is not a member of this group.';
    expect(await expectRefusal(portal, supervisor.caller, saveMarks, { body })).toMatchObject({
      message,
    });
    const again = { params: { groupId }, body: { again: [formerId] } };
    expect(await expectRefusal(portal, supervisor.caller, mailGroup, again)).toMatchObject({
      message: 'This person is not a member of this group.',
    });
  });

  test('gets no reminder, and no other email to members', async ({ portal }) => {
    const { team, formerId } = await openGroups(portal);
    const deadlineId = 'november-monthly-report';
    const body = { groupIds: [team.groupId], deadlineId, dryRun: true };
    const { groups } = await portal.admin.call(sendReminders, { body });
    expect(getItemAt(groups, 0).recipients.map(({ email }) => email)).toEqual([team.student.email]);
    const [current = ''] = team.ids;
    const find = await findRecipients(portal.db, 'reminders', [
      { memberId: formerId },
      { memberId: current },
    ]);
    expect(find({ memberId: formerId })).toBeUndefined();
    expect(find({ memberId: current })?.email).toBe(team.student.email);
  });

  test('does not get an email that was queued before', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5, 9);
    await emailTestGroupMarks(team);
    await letLastMemberLeave(portal, team);
    await portal.deliver();
    const emails = await portal.db
      .selectFrom('emails')
      .select(['recipient', 'withdrawn_at', 'sent_at'])
      .where('member_id', 'is not', null)
      .execute();
    const find = (email: string) => emails.find(({ recipient }) => recipient === email);
    expect(find(team.mate.email)?.withdrawn_at).not.toBeNull();
    expect(find(team.student.email)?.withdrawn_at).toBeNull();
  });

  test('is in no count of the board, of insights or of marking', async ({ portal }) => {
    const { team, neighbour, former } = await openGroups(portal);
    const { rows, milestones } = await portal.admin.call(findBoard, { query: { marks: 'true' } });
    const row = rows.find(({ _id }) => _id === team.groupId);
    const month1 = milestones.findIndex(({ key }) => key === 'month1');
    expect(row?.members).toEqual([team.student.name]);
    expect(row?.former).toEqual([`${former.name} (until 14 January 2027)`]);
    expect(row?.milestones[month1]).toEqual({ marked: 1, marks: [5] });
    expect(rows.find(({ _id }) => _id === neighbour.groupId)).not.toHaveProperty('former');
    const insights = await portal.admin.call(findInsights, { query: {} });
    const marking = insights.marksIn.find(({ milestone }) => milestone === 'month1');
    expect(marking).toMatchObject({ given: 1, of: 3 });
    const fees = insights.handedIn.find(({ kind }) => kind === 'feeProof');
    expect(fees).toMatchObject({ have: 3, of: 3 });
    const { groups } = await portal.admin.call(listGroupsToMark);
    expect(groups.find(({ _id }) => _id === team.groupId)).toMatchObject({
      members: [{ name: team.student.name }],
      marked: [1, 0, 0],
    });
  });

  test('appears in exports with the date, and is not found as a member', async ({ portal }) => {
    const { team, former } = await openGroups(portal);
    const records = await readExportedRecords(portal, exportGroups);
    const until = `${former.name} (until 14 January 2027)`;
    const names = records.filter(({ Group }) => Group === 'BSCS-2027-001').map(({ Name }) => Name);
    expect(names).toEqual([team.student.name, until]);
    const body = {
      cohort: '2027',
      groupIds: [team.groupId],
      columns: ['milestone:month1'],
      marks: false,
      format: 'xlsx',
    } as const;
    const board = await portal.admin.request(exportBoard, { body });
    const [record] = await readSheetRecords(new Uint8Array(await board.arrayBuffer()));
    expect(record?.Members).toBe(`${team.student.name}, ${until}`);
    const hits = await portal.admin.call(search, { query: { q: former.name } });
    expect(hits.people.map(({ detail }) => detail)).toEqual([expect.stringContaining('student')]);
  });

  test('appears on the result sheet with the date, and its code matches', async ({ portal }) => {
    const { team, former } = await openGroups(portal);
    const params = { groupId: team.groupId };
    const response = await team.supervisor.caller.request(exportResultSheet, { params });
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    const words = text.replace(/\s+/g, ' ');
    expect(words).toContain('until 14 January 2027');
    expect(words).toContain('Month 1 10 5 9');
    const code = /Check code ((?:[0-9a-f]{4} ?){4})/.exec(words)?.[1]?.trim() ?? '';
    const checked = await portal.admin.call(checkResultSheet, { params, query: { code } });
    expect(checked.matches).toBe('BSCS-2027-001');
    expect(checked.content?.members).toMatchObject([
      { name: team.student.name },
      { name: former.name, until: 'until 14 January 2027' },
    ]);
    expect(getItemAt(checked.content?.members ?? [], 0)).not.toHaveProperty('until');
  });
});

describe('the marks and files of a former member', () => {
  test('stay readable for that student only', async ({ portal }) => {
    const { team, neighbour, former } = await openGroups(portal);
    const { memberships } = await former.caller.call(listFormerMemberships);
    expect(memberships).toMatchObject([
      {
        fypGroupName: 'BSCS-2027-001',
        leftOn: '2027-01-14',
        member: {
          name: former.name,
          month1: { marks: 9, feedback: 'Feedback 9.' },
        },
        documents: [{ kind: 'feeProof' }],
      },
    ]);
    for (const { caller } of [team.student, ...neighbour.students]) {
      expect((await caller.call(listFormerMemberships)).memberships).toEqual([]);
    }
  });

  test('can only be read, and no file of the group or of another member is among them', async ({
    portal,
  }) => {
    const { team, former } = await openGroups(portal);
    const { documents } = await team.read();
    const open = async ({ _id }: { _id: string }, caller = former.caller) =>
      (await caller.request(openDocument, { params: { documentId: _id } })).status;
    const [ownFile] = (await former.caller.call(listFormerMemberships)).memberships.flatMap(
      (membership) => membership.documents,
    );
    if (!ownFile) throw new Error('The former member has no file.');
    expect(await open(ownFile)).toBe(200);
    expect(await open(ownFile, team.student.caller)).toBe(404);
    for (const document of documents.filter(({ _id }) => _id !== ownFile._id))
      expect(await open(document), document.kind).toBe(404);
    const again = {
      params: { documentId: ownFile._id },
      body: { deadline: 'november-monthly-report' },
    };
    expect((await former.caller.request(submitDocument, again)).status).toBe(404);
  });

  test('stay readable if the group is dissolved', async ({ portal }) => {
    const { team, former } = await openGroups(portal);
    await changeTestPeople(portal, team, { kind: 'dissolve' });
    for (const { caller } of [team.student, former]) {
      const { memberships } = await caller.call(listFormerMemberships);
      expect(memberships).toMatchObject([{ fypGroupName: 'BSCS-2027-001' }]);
    }
  });

  test('are refused to an account without a confirmed email', async ({ portal }) => {
    const { former } = await openGroups(portal);
    await removeEmailConfirmation(portal.db, former.userId);
    expect(await expectRefusal(portal, former.caller, listFormerMemberships)).toMatchObject({
      code: 'unconfirmed',
    });
  });

  test('stay readable after the student has joined another group', async ({ portal }) => {
    const { team, former } = await openGroups(portal);
    const mate = await createTestUser(portal);
    await former.caller.call(submitProposal, { body: buildProposal([former, mate]) });
    const find = ({ caller, email }: typeof former) =>
      caller.call(findGroup, { params: { email } });
    expect(await find(former)).toMatchObject({
      hasLeftGroups: true,
      group: { fypGroupName: 'BSCS-2027-003' },
    });
    expect((await former.caller.call(listFormerMemberships)).memberships).toHaveLength(1);
    expect(await find(team.student)).not.toHaveProperty('hasLeftGroups');
  });
});
