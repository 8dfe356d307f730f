import { describe, expect, test } from 'vitest';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { deleteGroup } from '#contract/groups.ts';
import { login } from '#contract/session.ts';
import { sendRawRequest } from '#server/test/faults/raw-connection.ts';
import { createTestGroup } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';

/** Sends a request followed by invalid bytes, which close the connection before the request is handled. */
async function callAndBreak({ url }: Portal, lines: readonly string[], body: string) {
  const head = [...lines, 'Host: h', `Content-Length: ${body.length}`].join('\r\n');
  const { reply } = await sendRawRequest(Number(new URL(url).port), async (write) =>
    write(`${head}\r\n\r\n${body}no request\r\n\r\n`),
  );
  expect(reply).not.toContain('HTTP/1.1 200');
}

const expectRecorded = ({ db }: Portal, action: 'login-refused' | 'group-deleted') =>
  expect
    .poll(() =>
      db.selectFrom('audit_entries').select('address').where('action', '=', action).execute(),
    )
    .toEqual([{ address: '127.0.0.1' }]);

describe('a request whose connection closes before the request is handled', () => {
  test('is recorded in the audit trail with its IP address, and causes no server error', async () => {
    // Log only errors: otherwise, the request log would read the IP address before the connection closes.
    const { portal, close } = await openPortal({ LOG_LEVEL: 'error' });
    const json = 'Content-Type: application/json';
    const wrong = JSON.stringify({ email: 'nobody@university.test', password: 'not the password' });
    await callAndBreak(portal, [`POST ${login.path} HTTP/1.1`, json], wrong);
    await expectRecorded(portal, 'login-refused');

    const { groupId } = await createTestGroup(portal);
    const path = buildEndpointUrl(deleteGroup, { params: { groupId } });
    const bearer = `Authorization: Bearer ${portal.admin.token}`;
    await callAndBreak(portal, [`${deleteGroup.method} ${path} HTTP/1.1`, bearer], '');
    await expectRecorded(portal, 'group-deleted');
    expect(portal.logged).toEqual([]);
    await close();
  });
});
