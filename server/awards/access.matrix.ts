import type { Matrix } from '#server/test/matrix/ask.ts';

export const matrix: Matrix = {
  exportAwards: {
    rows: { '-': '200!', program: '200!', malformed: '400' },
    ask: (_world, _actor, target) => ({
      query:
        target === 'malformed'
          ? { format: 'pdf' }
          : { format: 'xlsx', ...(target === 'program' && { program: 'BSCS' }) },
    }),
  },
};
