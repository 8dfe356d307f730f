import { deleteGroup } from '#contract/groups.ts';
import { type AccessMatrix, buildNewPerson, getAdminCaller } from '#server/test/matrix/requests.ts';
import { buildProposal } from '#tools/test/people.ts';

export const accessMatrix: AccessMatrix = {
  submitProposal: {
    rows: {
      // Statuses for a student without a group, one with a group in the bin, one with a member's unconfirmed email, a
      // member, another member, a member of another group, and a former admin. `!` marks a write.
      self: '   201! 201! 403 409 409 409 201!',
      foreign: '409  409  403 409 409 409 409',
      unknown: '400  400  403 400 400 400 400',
      malformed: '400 400 403 400 400 400 400',
    },
    buildRequest: (fixture, actor, target) => {
      const people = {
        self: [actor],
        foreign: [actor, fixture.groups.foreign.mate],
        unknown: [buildNewPerson()],
        malformed: [{ ...actor, name: '' }],
      }[target] ?? [actor];
      const after = ({ groupId = '' }) =>
        getAdminCaller(fixture).call(deleteGroup, { params: { groupId } });
      return { body: buildProposal(people), after };
    },
  },
};
