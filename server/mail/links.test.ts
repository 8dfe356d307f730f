import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { forgotPassword, register, resendConfirmation } from '#contract/account.ts';
import { buildEndpointUrl, type Endpoint, toFormFields } from '#contract/endpoint.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { createUser } from '#contract/users.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildEmailAddress, createUniqueName, testUserPassword } from '#tools/test/people.ts';

const hostileHeaders = {
  host: 'evil.test',
  'x-forwarded-host': 'evil.test',
  'x-forwarded-proto': 'ftp',
  'x-forwarded-port': '666',
  'x-forwarded-server': 'evil.test',
  'x-original-url': 'https://evil.test/',
  'x-rewrite-url': 'https://evil.test/',
  forwarded: 'for=1.2.3.4;host=evil.test;proto=ftp',
  origin: 'https://evil.test',
  referer: 'https://evil.test/login',
};

/** Sends a request with a forged Host header through `node:http`, because `fetch` does not allow this header. */
async function requestWithForgedHost(
  { url, token }: ApiCaller,
  endpoint: Endpoint,
  { params = {}, body }: { params?: Record<string, string>; body?: object } = {},
): Promise<number | undefined> {
  const form = new FormData();
  for (const [name, value] of toFormFields(body)) form.append(name, String(value));
  const payload = new Response(endpoint.files ? form : JSON.stringify(body ?? {}));
  const asked = request(`${url}${buildEndpointUrl(endpoint, { params })}`, {
    method: endpoint.method,
    headers: {
      ...hostileHeaders,
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': endpoint.files
        ? (payload.headers.get('content-type') ?? '')
        : 'application/json',
    },
  });
  asked.end(Buffer.from(await payload.arrayBuffer()));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await buffer(response);
  return response.statusCode;
}

type Calling = (portal: Portal) => Promise<number | undefined>;

const calls: Record<string, Calling> = {
  register: (portal) => {
    const name = createUniqueName('Newcomer');
    const body = { name, email: buildEmailAddress(name), password: testUserPassword };
    return requestWithForgedHost(portal.visitor, register, { body });
  },
  'resend the confirmation': async (portal) => {
    const { userId, caller } = await createTestUser(portal);
    const row = portal.db.updateTable('users').set({ email_confirmed_at: null });
    await row.where('id', '=', userId).execute();
    return requestWithForgedHost(caller, resendConfirmation);
  },
  'a forgotten password': async (portal) => {
    const { email } = await createTestUser(portal);
    return requestWithForgedHost(portal.visitor, forgotPassword, { body: { email } });
  },
  'an invitation': (portal) => {
    const name = createUniqueName('Colleague');
    const body = { name, email: buildEmailAddress(name), role: 'faculty' };
    return requestWithForgedHost(portal.admin, createUser, { body });
  },
  'marks and viva': async (portal) => {
    const { groupId, ids, supervisor } = await createTestGroup(portal);
    await portal.db.deleteFrom('emails').execute();
    const marks = { [getItemAt(ids, 0)]: { month1: { marks: 5, feedback: 'Good' } } };
    await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
    return requestWithForgedHost(supervisor.caller, mailGroup, { params: { groupId } });
  },
};

test.each(['on', 'off'])(
  'links in emails begin with PUBLIC_URL, even if the request has forged host headers (TRUST_PROXY=%s)',
  async (trust) => {
    const { portal, close } = await openPortal({
      PUBLIC_URL: 'https://fyp.university.test',
      TRUST_PROXY: trust,
      CONFIRM_EMAIL: 'on',
    });
    onTestFinished(close);
    for (const [what, call] of Object.entries(calls)) {
      await portal.db.deleteFrom('emails').execute();
      expect(await call(portal), what).toBeLessThan(300);
      const emails = await portal.db.selectFrom('emails').selectAll().execute();
      expect(emails, what).toHaveLength(1);
      const email = getItemAt(emails, 0);
      const links = `${email.text_body} ${email.html_body}`.match(/\b[a-z]+:\/\/[^\s"<]+/g) ?? [];
      expect(links.length, what).toBeGreaterThanOrEqual(2);
      for (const link of links) expect(link).toMatch(/^https:\/\/fyp\.university\.test\//);
      expect(email.message_id, what).toBe(`<${email.id}@fyp.university.test>`);
      expect(JSON.stringify(email), what).not.toContain('evil.test');
    }
  },
);
