import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import {
  checkDocument,
  maxStoredVersions,
  submitDocument,
  uploadDocument,
} from '#contract/documents.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { objectToGroup, settleObjection } from '#contract/students/objections.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import {
  expectDeclaredActions,
  listAddedEntries,
  readAuditEntries,
} from '#server/test/audit/trail.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { createObjectionLink } from '#server/test/records/objections.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, buildProposal, toFile } from '#tools/test/people.ts';

const marksOf = ({ groupId, ids }: TestGroup, feedback: string) => ({
  semester: 'Semester 7' as const,
  groupId,
  marks: {
    [getItemAt(ids, 0)]: { proposal: { marks: 7.5, feedback }, month1: { marks: 3 } },
    [getItemAt(ids, 1)]: { month1: { marks: 4 } },
  },
});
export function defineGroupAuditTests() {
  describe('the audit trail of groups', () => {
    test('records the submission of an already stored file for another deadline', async ({
      portal,
    }) => {
      const input = await buildSettingChange(portal, 'deadlines', (list) => {
        for (const id of ['second', 'third']) {
          list.push({ id, title: id, due: '2027-06-01 12:00', documents: ['thesis'] });
        }
      });
      await portal.admin.call(saveSetting, input);
      const { student, group } = await createTestGroup(portal);
      const upload = (deadline?: string) =>
        student.caller.call(uploadDocument, {
          params: { kind: 'thesis', email: student.email },
          query: { deadline },
          body: { file: buildPdfFile('thesis.pdf') },
        });
      const { document } = await upload();
      const entryOf = (title: string) =>
        `document-submitted: Thesis of ${group.fypGroupName}: thesis.pdf (version 1) for ${title}`;
      const again = await listAddedEntries(portal, () => upload('second'));
      expect(again).toEqual([entryOf('second')]);
      expectDeclaredActions('uploadDocument', again);
      const params = { documentId: document._id };
      const submitted = await listAddedEntries(portal, () =>
        student.caller.call(submitDocument, { params, body: { deadline: 'third' } }),
      );
      expect(submitted).toEqual([entryOf('third')]);
      expectDeclaredActions('submitDocument', submitted);
    });

    test('records the removal of an old version by an upload', async ({ portal }) => {
      const { student, group } = await createTestGroup(portal);
      const upload = (version: number) =>
        student.caller.call(uploadDocument, {
          params: { kind: 'thesis', email: student.email },
          body: { file: toFile(buildPdf({ title: `Version ${version}` }), 'thesis.pdf') },
        });
      for (let version = 1; version <= maxStoredVersions; version += 1) await upload(version);
      const entries = await listAddedEntries(portal, () => upload(maxStoredVersions + 1));
      expect(entries).toContain(
        `document-removed: Thesis of ${group.fypGroupName}: thesis.pdf (version 1): only the latest 5 are kept`,
      );
      expectDeclaredActions('uploadDocument', entries);
    });

    test('records each change to a group from proposal to deletion and restoration, but no values of marks or feedback', async ({
      portal,
    }) => {
      const student = await createTestUser(portal);
      const proposed = await listAddedEntries(portal, () =>
        student.caller.call(submitProposal, { body: buildProposal([student], { title: 'Buses' }) }),
      );
      expect(proposed).toEqual(['group-proposed: BSCS-2027-001: “Buses”, 1 member, 2 files']);
      expectDeclaredActions('submitProposal', proposed);

      const team = await createTestGroup(portal);
      const { groupId, supervisor, examiner } = team;
      const name = team.group.fypGroupName;
      const [leader, partner] = team.group.fypGroupMembers.map(
        (member) => `${member.name} (${member.roll})`,
      );
      const feedback = 'Unmistakable words';
      const params = { groupId };
      const proved = getItemAt(team.group.fypGroupMembers, 0);
      const feeProof = { documentId: proved.feeProofPath?.split('/').at(-1) ?? '' };
      const acts: [string, () => Promise<unknown>, string[]][] = [
        [
          'updateUser',
          () =>
            portal.admin.call(updateUser, {
              params: { userId: examiner.userId },
              body: { name: `${examiner.name} Khan` },
            }),
          [
            `group-changed: ${name}: external examiner, who has a new name`,
            `account-changed: ${examiner.name} Khan (${examiner.email}): name: ${examiner.name} → ${examiner.name} Khan`,
          ],
        ],
        [
          'saveMarks',
          () => supervisor.caller.call(saveMarks, { body: marksOf(team, feedback) }),
          [
            `marks-saved: ${name}: Semester 7: Proposal, Month 1 of ${leader}; Month 1 of ${partner}`,
          ],
        ],
        [
          'saveMarks',
          () => supervisor.caller.call(saveMarks, { body: marksOf(team, feedback) }),
          [],
        ],
        [
          'mailGroup',
          () => supervisor.caller.call(mailGroup, { params }),
          [`letters-requested: ${name}: 2 emails to members`],
        ],
        [
          'saveMarks',
          () =>
            portal.admin.call(saveMarks, {
              body: {
                semester: 'External Viva',
                groupId,
                vivaDate: '2027-01-14',
                vivaStatus: 'pass',
                vivaFeedback: feedback,
              },
            }),
          [`viva-saved: ${name}: date, status, feedback`],
        ],
        [
          'updateGroup',
          () =>
            portal.admin.call(updateGroup, {
              params,
              body: {
                fypTitle: 'Another title',
                fypGroupMembers: buildMemberEdits(team.ids, {
                  _id: getItemAt(team.ids, 1),
                  fathername: 'Another father',
                  month5: { marks: 9, feedback },
                }),
                externalVivaDetails: { vivaDate: '2027-01-13' },
              },
            }),
          [
            `group-changed: ${name}: title; of ${partner}: father name`,
            `marks-saved: ${name}: Semester 8: Month 5 of ${partner}`,
            `viva-saved: ${name}: date`,
          ],
        ],
        [
          'uploadDocument',
          () =>
            team.student.caller.call(uploadDocument, {
              params: { kind: 'thesis', email: team.student.email },
              body: { file: buildPdfFile('thesis.pdf') },
            }),
          [`document-uploaded: Thesis of ${name}: thesis.pdf (version 1)`],
        ],
        ...[true, false].map((checked): (typeof acts)[number] => [
          'checkDocument',
          () => supervisor.caller.call(checkDocument, { params: feeProof, body: { checked } }),
          [
            `document-${checked ? 'checked' : 'unchecked'}: Fee proof of ${proved.name}, ${name}: fee-proof.pdf (version 1)`,
          ],
        ]),
        [
          'updateGroup',
          () =>
            portal.admin.call(updateGroup, { params, body: { externalExaminer: 'Dr. Not Here' } }),
          [`group-changed: ${name}: external examiner`],
        ],
        [
          'createUser',
          () =>
            portal.admin.call(createUser, {
              body: { name: 'Dr. Not Here', email: 'here@university.test', role: 'faculty' },
            }),
          [
            'account-made: Dr. Not Here (here@university.test): as faculty, by an admin',
            `group-changed: ${name}: external examiner bound to here@university.test`,
          ],
        ],
        [
          'deleteGroup',
          () => portal.admin.call(deleteGroup, { params }),
          [`group-deleted: ${name}: to the bin`],
        ],
        [
          'restoreGroup',
          () => portal.admin.call(restoreGroup, { params }),
          [`group-restored: ${name}: from the bin`],
        ],
      ];
      for (const [call, act, expected] of acts) {
        const lines = await listAddedEntries(portal, act);
        expect(lines, call).toEqual(expected);
        expectDeclaredActions(call, lines);
      }
      portal.wait(3 * 60_000);
      expect(await listAddedEntries(portal, () => queueOverdueMarksEmails(portal))).toEqual([
        `letters-requested: ${name}: 2 emails to members, owed since a save`,
      ]);
      const whole = JSON.stringify(await readAuditEntries(portal));
      expect(whole).not.toContain(feedback);
      expect(whole).not.toContain('7.5');
    });

    test('records who objects to a group and who settles the objection', async ({ portal }) => {
      const { groupId, group, mate } = await createTestGroup(portal);
      const { objectionId, token } = await createObjectionLink(portal.db, groupId, portal.clock());
      const made = await listAddedEntries(portal, () =>
        portal.visitor.call(objectToGroup, { body: { token } }),
      );
      expect(made).toEqual([
        `objection-made: ${group.fypGroupName}: ${mate.name} (${mate.email}), by the link of an email`,
      ]);
      expectDeclaredActions('objectToGroup', made);
      const settled = await listAddedEntries(portal, () =>
        portal.admin.call(settleObjection, { params: { objectionId } }),
      );
      expect(settled).toEqual([`objection-settled: ${group.fypGroupName}: of ${mate.email}`]);
      expectDeclaredActions('settleObjection', settled);
    });
  });
}
