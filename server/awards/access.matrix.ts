import type { AccessMatrix } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  exportAwards: {
    rows: { '-': '200!', program: '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      query:
        target === 'malformed'
          ? { format: 'pdf' }
          : { format: 'xlsx', ...(target === 'program' && { program: 'BSCS' }) },
    }),
  },
};
