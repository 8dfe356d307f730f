import { expect, test } from 'vitest';
import { endpoints } from '#server/features.ts';
import { writes } from './writes-of-groups.ts';

/** Endpoints that write and are not sent twice, and why. */
const notTwice = {
  login: 'each opens a session of its own',
  previewMarks: 'it changes nothing',
  previewTemplate: 'it changes nothing',
  sendTestEmail: 'each asks for an email to oneself',
  exportBoard: 'each is an export of its own, and an entry',
  exportResultSheets: 'each is an export of its own, and an entry',
  prepareDownload: 'each is a download of its own, and an entry',
  uploadDocument: 'there is a write for each kind of document',
};

test('every endpoint that writes is sent twice, or says why not', () => {
  const known = new Set([...Object.keys(writes), ...Object.keys(notTwice)]);
  const missing = endpoints
    .filter(({ name, endpoint }) => endpoint.method !== 'GET' && !known.has(name))
    .map(({ name }) => name);
  expect(missing, 'a line in trust/repeat is missing').toEqual([]);
});
