import { afterEach, expect, test, vi } from 'vitest';
import { fetchFile } from '#client/api/files/download.ts';
import { startBrowserDownload } from '#client/api/files/save-file.ts';
import { deleteGroup, exportGroups, listAssignedGroups } from '#contract/groups.ts';
import { addMessage } from '#contract/messages/discussion.ts';
import { login } from '#contract/session.ts';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

const replyWith = (body: string | null, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(body, init));

const deletesGroup = () => call(deleteGroup, { params: { groupId: 'g-1' } });
const foreign = { message: expect.stringContaining('blocked the portal’s reply') };

test('call returns an empty object for a successful write without a body', async () => {
  replyWith(null, { status: 204 });
  expect(await deletesGroup()).toEqual({});
});

const page = '<!doctype html><title>Sign in to the campus network</title>';

test.each<[string, () => Promise<unknown>, string]>([
  ['a page instead of a list', () => call(listAssignedGroups), page],
  ['nothing instead of a list', () => call(listAssignedGroups), ''],
  ['a page after a write', deletesGroup, page],
  ['a text after a write', deletesGroup, 'OK'],
  ['a JSON text after a write', deletesGroup, '"OK"'],
  ['a login without a token', logsIn, '{"status":"accepted"}'],
  ['nothing after a login', logsIn, ''],
  ['a page instead of a file', exportsGroups, page],
  ['a page instead of a prepared archive', () => startBrowserDownload('/archive'), page],
])('a status of 200 confirms nothing with %s', async (_, send, body) => {
  replyWith(body, { headers: { 'Content-Type': 'text/html' } });
  await expect(send()).rejects.toMatchObject(foreign);
});

test.each(['before', 'during'])(
  'call names a file that becomes unreadable %s the upload',
  async (time) => {
    const file = new File(['%PDF'], 'plan.pdf');
    let isReadable = time === 'during';
    file.slice = () => {
      if (!isReadable) throw new DOMException('changed', 'NotReadableError');
      return new Blob();
    };
    class LostRequest {
      upload = {};
      onerror = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        isReadable = false;
        this.onerror();
      }
    }
    vi.stubGlobal('XMLHttpRequest', LostRequest);
    const params = { groupId: 'g-1', thread: 'group' } as const;
    const body = { messageId: crypto.randomUUID(), text: 'See the plan', file };
    const message = 'plan.pdf has changed since you chose it. Choose it again.';
    await expect(call(addMessage, { params, body })).rejects.toMatchObject({
      message,
      details: { fields: { file: message } },
    });
  },
);

function logsIn() {
  return call(login, { body: { email: 'ayesha@example.edu', password: 'correct horse' } });
}

function exportsGroups() {
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  return fetchFile(exportGroups, { query: { format: 'csv' } }, options);
}
