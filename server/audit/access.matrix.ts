import type { Ask, Matrix } from '#server/test/matrix/ask.ts';

const ask: Ask = (_world, _actor, target) => ({
  query: target === 'malformed' ? { action: 'dreamt' } : {},
});

export const matrix: Matrix = {
  listAudit: { ask, rows: { '-': '200', malformed: '400' } },
  exportAudit: { ask, rows: { '-': '200!', malformed: '400' } },
};
