import type { AccessMatrix, MatrixRequestBuilder } from '#server/test/matrix/requests.ts';

const buildRequest: MatrixRequestBuilder = (_world, _actor, target) => ({
  query: target === 'malformed' ? { action: 'dreamt' } : {},
});

export const accessMatrix: AccessMatrix = {
  listAudit: { buildRequest, rows: { '-': '200', malformed: '400' } },
  exportAudit: { buildRequest, rows: { '-': '200!', malformed: '400' } },
};
