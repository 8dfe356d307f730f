import type { AccessMatrix } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  findOutcomes: {
    rows: { '-': '200', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      query: target === 'malformed' ? { cohort: '!' } : {},
    }),
  },
  findOutcomeTrend: {
    rows: { '-': '200', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      query: target === 'malformed' ? { program: 'x'.repeat(41) } : {},
    }),
  },
  listOutcomeStudents: {
    rows: { '-': '200', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      query: target === 'malformed' ? { state: 'weather' } : {},
    }),
  },
  exportOutcomes: {
    rows: { attainment: '200!', students: '200!', definitions: '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({ params: { table: target }, query: {} }),
  },
  exportOutcomeReport: {
    rows: { '-': '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      query: target === 'malformed' ? { cohort: '!' } : {},
    }),
  },
};
