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
      // Statuses for the supervisor, the examiner, a namesake, another supervisor and an admin. `!` marks a write.
      strictness: '403 403 403 403 200!',
      malformed: '400',
    },
    buildRequest: (_world, _actor, target) => ({ params: { chart: target }, query: {} }),
  },
};
