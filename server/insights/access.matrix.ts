import type { Ask, Matrix } from '#server/test/matrix/ask.ts';

const ask: Ask = (_world, _actor, target) => ({
  query: target === 'malformed' ? { supervisor: '1' } : {},
});
const chart = { ask, rows: { '-': '200', malformed: '400' } };

export const matrix: Matrix = {
  findInsightChoices: { ask, rows: { '-': '200' } },
  findInsights: chart,
  findSpread: chart,
  exportInsight: {
    rows: {
      load: '200!',
      // super examiner namesake faculty admin
      strictness: '403 403 403 403 200!',
      malformed: '400',
    },
    ask: (_world, _actor, target) => ({ params: { chart: target }, query: {} }),
  },
};
