import { register } from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import type { DemoGroup } from '#tools/demo/plan-department.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { type Chapter, type DemoCallers, findDemoGroup } from './event.ts';

const proposalDays = 14;

/** Each group proposes within two weeks before the deadline. Afterwards, the coordinator assigns the examiner. */
export const proposals: Chapter = ({ dates, groups }) =>
  groups.flatMap((group) => {
    const day = addDays(dates.proposals, (group.number % proposalDays) - proposalDays);
    const hour = String(9 + (group.number % 9)).padStart(2, '0');
    return [
      { at: toInstant(dates, day, `${hour}:15`), run: propose(group) },
      {
        at: toInstant(dates, addDays(dates.proposals, 1), '10:00'),
        run: assignExaminer(group),
      },
    ];
  });

const propose =
  ({ first, members, program, title, category, supervisor }: DemoGroup) =>
  async ({ admin, as, password }: DemoCallers) => {
    const visitor = await admin();
    await visitor.call(register, { body: { name: first.name, email: first.email, password } });
    const student = await as(first);
    const groupMembers = members.map((member) => ({
      ...member,
      feeProof: toFile(buildPdf({ title: `Fee proof of ${member.name}` }), 'fee-proof.pdf'),
      certificate: toFile(
        buildPdf({ title: `Certificates of ${member.name}` }),
        'certificates.pdf',
      ),
    }));
    const proposalFile = toFile(buildPdf({ title }), 'proposal.pdf');
    await student.call(submitProposal, {
      body: { program, title, category, supervisor: supervisor.name, proposalFile, groupMembers },
    });
  };

const assignExaminer =
  (group: DemoGroup) =>
  async ({ admin }: DemoCallers) => {
    const caller = await admin();
    const { groupId } = await findDemoGroup(caller, group);
    const body = { externalExaminer: group.examiner.name };
    await caller.call(updateGroup, { params: { groupId }, body });
  };
