import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { checkDocument, uploadDocument } from '#contract/documents.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { objectToGroup, settleObjection } from '#contract/students/objections.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { listAddedEntries, readAuditEntries } from '#server/test/audit/trail.ts';
import {
  buildMemberEdits,
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { createObjectionLink } from '#server/test/records/objections.ts';
import { buildPdfFile, buildProposal } from '#tools/test/people.ts';

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
    test('records each change to a group from proposal to deletion and restoration, but no values of marks or feedback', async ({
      portal,
    }) => {
      const student = await createTestUser(portal);
      const proposed = await listAddedEntries(portal, () =>
        student.caller.call(submitProposal, { body: buildProposal([student], { title: 'Buses' }) }),
      );
      expect(proposed).toEqual(['group-proposed: BSCS-2027-001: “Buses”, 1 member, 2 files']);

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
      const settled = await listAddedEntries(portal, () =>
        portal.admin.call(settleObjection, { params: { objectionId } }),
      );
      expect(settled).toEqual([`objection-settled: ${group.fypGroupName}: of ${mate.email}`]);
    });
  });
}
