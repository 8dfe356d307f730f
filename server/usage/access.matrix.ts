import { type AccessMatrix, addTargetAccount, unknownId } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  setRequestLimit: {
    rows: { account: '200!', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      const body = { factor: 5, endsAt: null };
      if (target === 'unknown') return { params: { userId: unknownId }, body };
      if (target === 'malformed') return { params: { userId: '1' }, body };
      const { userId } = await addTargetAccount(fixture);
      return { params: { userId }, body };
    },
  },
};
