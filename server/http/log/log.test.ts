import { connect } from 'node:net';
import { describe, expect, onTestFinished, vi } from 'vitest';
import * as account from '#contract/account.ts';
import { confirmEmail, register } from '#contract/account.ts';
import { exportAudit, listAudit } from '#contract/admin/audit.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { openDocument, uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import * as session from '#contract/session.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { endpoints } from '#server/features.ts';
import { createToken } from '#server/session/tokens.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import {
  buildEmailAddress,
  buildPdfFile,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';
import { createLogger } from './log.ts';

const secrets = {
  wrongPassword: 'wrong-Pw-7f3a91',
  newPassword: 'new-Pw-b0c1d2 long',
  otherPassword: 'other-Pw-55aa66 long',
  brokenPassword: 'broken-Pw-0f0f0f',
  feedback: 'feedback-e4e5e6 only for one',
  vivaFeedback: 'viva-feedback-a7a8a9',
  mark: '6.37',
  strayToken: 'stray-token-c3c4c5c6c7c8c9',
  bearer: createToken(),
  cookie: createToken(),
};

/** Records every bearer token and cookie that a request sends or a reply sets, until the test ends. */
function recordTransmittedSecrets(): Set<string> {
  const sent = new Set<string>();
  const add = (text: string | null) =>
    text?.match(/[\w-]{20,}/g)?.forEach((secret) => {
      sent.add(secret);
    });
  const { fetch: send } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Headers(init?.headers);
    add(request.get('authorization'));
    add(request.get('cookie'));
    const response = await send(input, init);
    for (const cookie of response.headers.getSetCookie()) add(cookie.split(';')[0] ?? '');
    return response;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return sent;
}

/** Calls secret URLs in spellings that the router accepts or refuses. Returns their tokens. */
async function callSecretUrls(portal: Portal): Promise<string[]> {
  const { url } = await portal.admin.call(makeCalendar);
  const calendar = new URL(url).pathname.slice('/calendar/'.length, -'.ics'.length);
  const unsubscribe = createToken();
  const first = calendar.charCodeAt(0).toString(16);
  for (const path of [
    `/calendar/${calendar}.ics`,
    `/CALENDAR/${calendar}.ics`,
    `//calendar//${calendar}.ics`,
    `/cal%65ndar/${calendar}.ics`,
    `/calendar/%${first}${calendar.slice(1)}.ics`,
    `/calendar/%25${first}${calendar.slice(1)}.ics`,
    `/calendar/${calendar}.ics/`,
    `/calendar%2f${calendar}.ics`,
    `/unsubscribe/${unsubscribe}`,
    `/api/Unsubscribe/${unsubscribe}`,
  ]) {
    await portal.visitor.fetch(path);
  }
  return [calendar, calendar.slice(1), unsubscribe];
}

async function tokensIn(portal: Portal) {
  const emails = await portal.db.selectFrom('emails').select(['recipient', 'text_body']).execute();
  return emails.flatMap(({ recipient, text_body }) =>
    [...text_body.matchAll(/#(?:reset|confirm)=([\w-]+)/g)].map(([, token = '']) => ({
      recipient,
      token,
    })),
  );
}

/** Calls every endpoint with a secret in every field. Returns the secrets that the portal generated. */
async function callEverything(portal: Portal): Promise<string[]> {
  const { visitor, admin } = portal;
  const post = (path: string, body: string, type = 'application/json') =>
    visitor.fetch(path, { method: 'POST', body, headers: { 'content-type': type } });
  const loggedSecrets: string[] = [testUserPassword];
  const name = createUniqueName('Witness');
  const email = buildEmailAddress(name);
  const newAccount = { name, email, password: secrets.newPassword };
  await visitor.call(register, { body: { ...newAccount, file: buildPdfFile('cv.pdf') } });
  const confirm = (await tokensIn(portal)).find(({ recipient }) => recipient === email);
  await visitor.call(confirmEmail, {
    body: { token: confirm?.token ?? '', password: secrets.newPassword },
  });
  const response = await visitor.request(session.login, {
    body: { email, password: secrets.newPassword },
  });
  const { token } = (await response.json()) as { token: string };
  const cookie = /file_access=([\w-]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  loggedSecrets.push(token, cookie);
  const caller = new ApiCaller(portal.url, token);
  const wrong = { email, password: secrets.wrongPassword };
  await visitor.request(session.login, { body: wrong });
  await caller.request(account.changePassword, {
    body: { current: secrets.wrongPassword, password: secrets.otherPassword },
  });
  await caller.call(account.changePassword, {
    body: { current: secrets.newPassword, password: secrets.otherPassword },
  });
  await visitor.call(account.forgotPassword, { body: { email } });
  const links = await tokensIn(portal);
  const reset = links.find((link) => link.recipient === email && link.token !== confirm?.token);
  await visitor.call(account.resetPassword, {
    body: { token: reset?.token ?? '', password: secrets.newPassword },
  });
  const { userId } = await createTestUser(portal);
  await admin.call(updateUser, { params: { userId }, body: { password: secrets.newPassword } });
  const made = await admin.call(createUser, {
    body: { name: createUniqueName('Maker'), email: 'maker@university.test', role: 'faculty' },
  });
  loggedSecrets.push(made.oneTimePassword ?? '');

  const team = await createTestGroup(portal);
  const { groupId, student, supervisor } = team;
  const cell = { marks: Number(secrets.mark), feedback: secrets.feedback };
  const marks = { [getItemAt(team.ids, 0)]: { month1: cell } };
  const tab = { semester: 'Semester 7', groupId, marks } as const;
  await supervisor.caller.call(saveMarks, { body: tab });
  await portal.admin.request(saveMarks, {
    body: {
      ...tab,
      marks: { [getItemAt(team.ids, 0)]: { month1: { ...cell, marks: 1, revision: 9 } } },
    },
  });
  const viva = { vivaFeedback: secrets.vivaFeedback };
  await admin.call(saveMarks, { body: { semester: 'External Viva', groupId, ...viva } });
  await admin.request(saveMarks, {
    body: { ...tab, marks: { [getItemAt(team.ids, 0)]: { month1: { ...cell, marks: 637.637 } } } },
  });
  await supervisor.caller.call(mailGroup, { params: { groupId } });
  await admin.call(findGroup, { params: { email: student.email } });
  await admin.call(listChanges, { params: { groupId } });
  await admin.request(updateGroup, { params: { groupId }, body: { externalVivaDetails: viva } });
  await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: buildPdfFile('thesis.pdf') },
  });
  await admin.call(listAudit, { query: { q: student.name } });
  await (await admin.request(exportAudit, { query: {} })).text();
  const documentId = getItemAt(team.group.documents, 0)._id;
  const file = await student.caller.request(openDocument, { params: { documentId } });
  await file.arrayBuffer();
  const byCookie = await visitor.fetch(`/api/auth/file/${documentId}`, {
    headers: { cookie: `file_access=${secrets.cookie}` },
  });
  expect(byCookie.status).toBe(401);

  await visitor.fetch(`/login?token=${secrets.strayToken}&password=${secrets.wrongPassword}`);
  await visitor.fetch(`/api/auth/getusers?token=${secrets.strayToken}`);
  await post('/api/auth/login', `{"email":"${email}","password":"${secrets.brokenPassword}`);
  await post('/api/auth/login', `{"email":"no","password":["${secrets.brokenPassword}"]}`);
  await post('/api/auth/login', `{"${secrets.brokenPassword}":1,"__proto__":{"x":1}}`);
  await post('/api/auth/login', secrets.brokenPassword, 'text/plain');
  await post(
    '/api/auth/register',
    `x=${secrets.brokenPassword}`,
    'multipart/form-data; boundary=x',
  );
  await post('/api/auth/reset-password', `{"token":"${secrets.strayToken}","password":"short"}`);
  await sendRaw(
    portal,
    `POST /api/auth/login HTTP/1.1\r\nauthorization: Bearer ${secrets.bearer}\r\nbad header ${secrets.brokenPassword}\r\n\r\n`,
  );
  await caller.call(session.logout).catch(() => {});
  const forged = new ApiCaller(portal.url, secrets.bearer);
  for (const { endpoint } of endpoints) {
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
    await forged.fetch(buildUnknownIdUrl(endpoint), {
      method: endpoint.method,
      ...(hasBody && {
        body: JSON.stringify({ password: secrets.brokenPassword, token: secrets.strayToken }),
        headers: { 'content-type': 'application/json' },
      }),
    });
  }
  return [...loggedSecrets, ...(await tokensIn(portal)).map((link) => link.token)];
}

function sendRaw({ url }: Portal, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket
      .on('close', () => resolve())
      .on('error', reject)
      .resume();
  });
}

/** Returns the encodings in which a secret may appear in the log: plain, escaped, base64 and a list of bytes. */
const formsOf = (secret: string) =>
  [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').slice(0, -4),
    [...Buffer.from(secret)].join(','),
  ].filter((form) => form.length >= 4);

/** Returns the log lines that contain a secret. Ignores times and durations, whose digits may match by chance. */
function leaksIn(lines: readonly string[], all: readonly string[]): string[] {
  const bare = lines.map((line) => line.replace(/"(?:time":"[^"]+"|responseTime":[\d.]+)/g, ''));
  return all.flatMap((secret) =>
    bare.filter((line) => formsOf(secret).some((form) => line.includes(form))),
  );
}

describe('the log', () => {
  test('contains no password, token, link, mark or feedback, even at level trace', async () => {
    const { portal, close } = await openPortal({ LOG_LEVEL: 'trace', CONFIRM_EMAIL: 'on' });
    const sent = recordTransmittedSecrets();
    const called = await callEverything(portal);
    const generated = [...called, ...(await callSecretUrls(portal)), ...sent];
    expect(sent.size).toBeGreaterThan(10);
    const all = [...Object.values(secrets), ...generated];
    expect(all.every((secret) => secret.length >= 4)).toBe(true);
    expect(generated.length).toBeGreaterThan(5);
    expect(leaksIn(portal.logged, all)).toEqual([]);
    const recorded = await portal.db
      .selectFrom('audit_entries')
      .select('request_id')
      .where('request_id', 'is not', null)
      .execute();
    await close();

    const lines = portal.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter(({ msg }) => msg === 'incoming request');
    const completed = new Set(
      lines.filter(({ msg }) => msg === 'request completed').map(({ reqId }) => reqId),
    );
    expect(requests.length).toBeGreaterThan(endpoints.length + 30);
    for (const { reqId, req } of requests) {
      expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
      expect(completed).toContain(reqId);
      expect(Object.keys(req as object)).toEqual(['method', 'path', 'address']);
    }
    const ids = new Set(requests.map(({ reqId }) => reqId));
    expect(recorded.length).toBeGreaterThan(15);
    expect(recorded.filter(({ request_id }) => !ids.has(request_id))).toEqual([]);
  });

  test('contains the time in UTC and the caller’s account id, even for rejected requests', async () => {
    const { portal, close } = await openPortal({ LOG_LEVEL: 'info' });
    const { caller, userId } = await createTestUser(portal);
    await caller.request(session.listSessions);
    await caller.request(exportAudit, { query: {} });
    await portal.visitor.fetch('/api/content/home');
    await new ApiCaller(portal.url, secrets.bearer).request(session.listSessions);
    await close();
    const lines = portal.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
    const completed = lines.filter(({ msg }) => msg === 'request completed');
    expect(completed.slice(-4).map(({ res }) => res)).toEqual([
      { statusCode: 200, account: userId },
      { statusCode: 403, account: userId },
      { statusCode: 200 },
      { statusCode: 401 },
    ]);
  });

  test('contains the status even if Fastify passes a reply object that has only a status, as it does during shutdown', () => {
    const lines: string[] = [];
    createLogger('info', { write: (line) => lines.push(line) }).info({ res: { statusCode: 503 } });
    expect(lines.map((line) => JSON.parse(line).res)).toEqual([{ statusCode: 503 }]);
  });

  test('contains the stack trace of a database error but not the rejected row', async ({
    portal,
  }) => {
    const { ids, supervisor } = await createTestGroup(portal);
    const mark = {
      member_id: getItemAt(ids, 0),
      milestone: 'thesis',
      marks: 1063.7125,
      feedback: secrets.feedback,
      revision: 1,
      notified_revision: 0,
      changed_by: supervisor.userId,
      changed_at: portal.clock().toISOString(),
    } as const;
    const err = await portal.db
      .insertInto('marks')
      .values(mark)
      .execute()
      .catch((error: unknown) => error);
    portal.log.error({ err }, 'a request failed');
    portal.log.error(new Error('outer', { cause: err }));
    portal.log.error({ err: `thrown text ${secrets.feedback}` });
    expect(portal.logged).toHaveLength(3);
    expect(getItemAt(portal.logged, 0)).toMatch(/check/i);
    expect(getItemAt(portal.logged, 0)).toContain('"stack":');
    expect(leaksIn(portal.logged, [secrets.feedback, '1063.7125'])).toEqual([]);
  });

  test('is found by leaksIn to leak a secret in any encoding, but not if the secret is only part of a number', () => {
    for (const form of formsOf('a secret "told"')) {
      expect(leaksIn([`{"msg":"${form}","responseTime":1.5}`], ['a secret "told"'])).toHaveLength(
        1,
      );
    }
    expect(leaksIn(['{"responseTime":16.37}'], ['6.37'])).toEqual([]);
  });
});
