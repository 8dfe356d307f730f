import { deleteGroup } from '#contract/groups.ts';
import { type AccessMatrix, buildNewPerson, getAdminCaller } from '#server/test/matrix/requests.ts';
import { buildProposal } from '#tools/test/people.ts';

export const accessMatrix: AccessMatrix = {
  submitProposal: {
    rows: {
      // Expected HTTP statuses for the actors fresh, binned, claimer, member, mate, other and former, who are described
      // in server/test/matrix/rows.ts. `!` marks requests that may write to the database.
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
