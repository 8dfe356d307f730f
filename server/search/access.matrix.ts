import type { AccessMatrix } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  search: {
    buildRequest: (_fixture, _actor, target) => ({
      query: { q: target === 'malformed' ? 'x'.repeat(201) : 'a' },
    }),
    rows: { '-': '200', malformed: '400' },
  },
};
