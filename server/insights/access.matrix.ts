import type { AccessMatrix, MatrixRequestBuilder } from '#server/test/matrix/requests.ts';

const buildRequest: MatrixRequestBuilder = (_world, _actor, target) => ({
  query: target === 'malformed' ? { supervisor: '1' } : {},
});
const chart = { buildRequest, rows: { '-': '200', malformed: '400' } };

export const accessMatrix: AccessMatrix = {
  findInsightChoices: { buildRequest, rows: { '-': '200' } },
  findInsights: chart,
  findSpread: chart,
  exportInsight: {
    rows: {
      load: '200!',
      // Expected HTTP status for each actor (see `rows.ts`): the group’s supervisor, its examiner, a namesake of the
      // supervisor, the supervisor of another group, an admin. `!` marks a request that writes.
      strictness: '403 403 403 403 200!',
      malformed: '400',
    },
    buildRequest: (_world, _actor, target) => ({ params: { chart: target }, query: {} }),
  },
};
