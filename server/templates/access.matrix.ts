import type { AccessMatrix, MatrixRequestBuilder } from '#server/test/matrix/requests.ts';

const buildRequest: MatrixRequestBuilder = ({ portal }, _actor, target) => ({
  body: {
    kind: target === 'unknown' ? 'dreamt' : 'marks',
    words: { subject: target === 'malformed' ? '{grade}' : 'Hello {name}' },
  },
  after: () => portal.db.deleteFrom('rate_limits').where('name', 'like', 'test email%').execute(),
});

export const accessMatrix: AccessMatrix = {
  previewTemplate: {
    repeat: { adds: 'a preview, and it is counted' },
    buildRequest,
    rows: { '-': '200!', unknown: '400', malformed: '400' },
  },
  sendTestEmail: {
    repeat: { adds: 'an email to oneself' },
    buildRequest,
    rows: { '-': '200!', unknown: '400', malformed: '400' },
  },
};
