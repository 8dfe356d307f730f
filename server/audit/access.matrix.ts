import type { BuildRequest, Matrix } from '#server/test/matrix/requests.ts';

const buildRequest: BuildRequest = (_world, _actor, target) => ({
  query: target === 'malformed' ? { action: 'dreamt' } : {},
});

export const matrix: Matrix = {
  listAudit: { buildRequest, rows: { '-': '200', malformed: '400' } },
  exportAudit: { buildRequest, rows: { '-': '200!', malformed: '400' } },
};
