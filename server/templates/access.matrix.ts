import type { Ask, Matrix } from '#server/test/matrix/ask.ts';

const ask: Ask = ({ portal }, _actor, target) => ({
  body: {
    kind: target === 'unknown' ? 'dreamt' : 'marks',
    words: { subject: target === 'malformed' ? '{grade}' : 'Hello {name}' },
  },
  after: () => portal.db.deleteFrom('token_buckets').where('name', 'like', 'test-email%').execute(),
});

export const matrix: Matrix = {
  previewTemplate: { ask, rows: { '-': '200!', unknown: '400', malformed: '400' } },
  sendTestEmail: { ask, rows: { '-': '200!', unknown: '400', malformed: '400' } },
};
