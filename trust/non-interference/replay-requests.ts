import type { InjectOptions } from 'fastify';
import { saveMarks } from '#contract/marks.ts';
import { toFormData } from '#tools/test/caller.ts';
import { buildPdfFile } from '#tools/test/people.ts';
import type { BasePortal, Person } from './base.ts';
import { getViewerAccount, type Viewer } from './hidden-rows.ts';

type Request = InjectOptions & { url: string };

const unknown = '00000000-0000-4000-8000-000000000000';
const json = (method: 'POST' | 'PUT', url: string, payload: object): Request => ({
  method,
  url,
  payload,
});
const get = (url: string): Request => ({ method: 'GET', url });
const api = '/api/auth';

/** Returns requests that could leak data to a viewer. Omits requests whose replies contain random values. */
function buildRequests(base: BasePortal, viewer: Viewer): Request[] {
  const { viewerGroup, foreign, bin, all } = base;
  const groups = [viewerGroup, foreign, bin];
  const groupIds = [...groups.map(({ groupId }) => groupId), unknown, 'malformed'];
  const emails = groups.flatMap(({ student, mates }) => [student, ...mates].map((p) => p.email));
  const everyEmail = [
    ...emails,
    viewerGroup.supervisor.email,
    'nobody.at.all@university.test',
    'malformed',
  ];
  const lists = [
    'choices',
    'sessions',
    'getusers',
    'getusers?q=student',
    'getgroups',
    'getgroups?bin=true',
    'audit',
    'audit?q=student',
    'audit/export',
    'teacher-assigned-groups',
    'getgroups/export',
    'getusers/export',
    'award-list',
  ].map((path) => `${api}/${path}`);
  const marksOf = (groupId: string, member: string | undefined, semester: string) =>
    json('POST', saveMarks.path, {
      semester,
      groupId,
      marks: { [member ?? unknown]: { month1: { marks: 7, feedback: 'Seen.', revision: 1 } } },
    });
  const requests: Request[] = [
    ...lists.map(get),
    ...everyEmail.map((email) => get(`${api}/group/${encodeURIComponent(email)}`)),
    ...all.documents.map((id) => get(`${api}/file/${id}`)),
    ...['drafts', 'drafts/proposal', 'drafts/announcement.new'].map((path) => get(`/api/${path}`)),
    json('PUT', '/api/drafts/announcement.new', { copyId: unknown, value: '"Mine"' }),
    { method: 'DELETE', url: `/api/drafts/proposal?copyId=${unknown}` },
    ...groupIds.flatMap((id): Request[] => [
      get(`${api}/history/${id}`),
      json('PUT', `${api}/update/${id}`, { fypTitle: 'Mine', version: 1 }),
      { method: 'DELETE', url: `${api}/delete/${id}` },
      { method: 'POST', url: `${api}/restore/${id}` },
    ]),
    ...buildDiscussionRequests(base),
    ...groups.map(({ groupId }) => marksOf(groupId, foreign.ids[0], 'Semester 7')),
    ...[foreign, bin].flatMap(({ groupId, ids }) => [
      marksOf(groupId, ids[0], 'Semester 7'),
      marksOf(groupId, ids[0], 'External Viva'),
      { method: 'POST', url: `${api}/send-group-emails/${groupId}` } as const,
    ]),
    ...listOtherSessions(base, viewer).map(
      (id): Request => ({ method: 'DELETE', url: `${api}/sessions/${id}` }),
    ),
    ...[...foreign.mates, foreign.student].map((person) => upload(person)),
    ...everyEmail.map((email) => json('POST', `${api}/forgot-password`, { email })),
  ];
  if (viewer === 'supervisor') {
    requests.push(marksOf(viewerGroup.groupId, viewerGroup.ids[0], 'Semester 7'), {
      method: 'POST',
      url: `${api}/send-group-emails/${viewerGroup.groupId}`,
    });
  }
  return [...requests, ...buildFurtherRequests(base)];
}

const newMessageId = '11111111-1111-4111-8111-111111111111';

/** Returns requests about all threads and messages. The writes come last, because the reads would show their times. */
function buildDiscussionRequests({ viewerGroup, foreign, bin, all }: BasePortal): Request[] {
  const groupIds = [...[viewerGroup, foreign, bin].map(({ groupId }) => groupId), unknown];
  const messageIds = [...all.messages, unknown, 'malformed'];
  const threads = groupIds.flatMap((groupId) =>
    ['group', 'staff'].map((thread) => `/api/groups/${groupId}/discussion/${thread}`),
  );
  return [
    ...groupIds.map((groupId) => get(`/api/groups/${groupId}/discussion`)),
    ...threads.flatMap((url) => [
      get(url),
      get(`${url}?limit=1&before=3`),
      ...messageIds.slice(0, 12).map((id) => get(`${url}?around=${id}&limit=2`)),
    ]),
    get('/api/notices/unread'),
    ...messageIds.map((id) => json('PUT', `/api/messages/${id}`, { text: 'Mine' })),
    ...threads.map((url) => buildForm(url, { messageId: newMessageId, text: 'A question' })),
    ...messageIds.flatMap((id): Request[] => [
      { method: 'POST', url: `/api/messages/${id}/read` },
      { method: 'DELETE', url: `/api/messages/${id}` },
    ]),
  ];
}

/** Returns requests about files, accounts and passwords. */
function buildFurtherRequests({ all, foreign }: BasePortal): Request[] {
  const passphrase = 'a new passphrase';
  const token = 'x'.repeat(43);
  return [
    ...all.documents.flatMap((id): Request[] => [
      { method: 'HEAD', url: `${api}/file/${id}` },
      { method: 'GET', url: `${api}/file/${id}`, headers: { range: 'bytes=2-5' } },
    ]),
    ...all.documents.map((id) => json('POST', `${api}/documents/${id}/check`, { checked: true })),
    ...all.users.map((id) => json('PUT', `${api}/updateuser/${id}`, { name: 'Somebody' })),
    json('POST', `${api}/createuser`, { name: 'A', email: 'a@b.edu', role: 'admin' }),
    json('POST', `${api}/creategroup`, {}),
    json('POST', `${api}/confirm-email`, { token, password: passphrase }),
    ...[foreign.student.email, 'nobody.at.all@university.test'].map((email) =>
      json('POST', `${api}/login`, { email, password: 'a wrong passphrase' }),
    ),
    json('POST', `${api}/reset-password`, { token, password: passphrase }),
    json('POST', `${api}/change-password`, { current: 'a wrong one', password: passphrase }),
  ];
}

/** Returns the IDs of other users' sessions. The viewer's sessions must not be ended, because the test uses them. */
function listOtherSessions(base: BasePortal, viewer: Viewer): string[] {
  return base.raw
    .prepare(
      'select s.id from base.sessions s join base.users u on u.id = s.user_id where u.email <> ? order by 1',
    )
    .all(getViewerAccount(base, viewer)?.email ?? '')
    .map(({ id }) => String(id));
}

function buildForm(url: string, body: object): Request {
  return { method: 'POST', url, payload: toFormData(body) };
}

function upload({ email }: Person): Request {
  return buildForm(`${api}/upload/thesis/${encodeURIComponent(email)}`, {
    file: buildPdfFile('a.pdf'),
  });
}

/** Replaces each random ID of a queued email with a constant, so that only the number of IDs is compared. */
const maskEmailIds = (reply: string) =>
  reply.replace(/"emailIds":\[[^\]]*\]/g, (ids) => ids.replace(/[0-9a-f-]{36}/g, 'new'));

type EmailRow = { subject: string; text_body: string; html_body: string };

/** Sends the viewer's requests. Returns the replies without Date headers, and the viewer's emails without tokens. */
export async function replayRequests(
  base: BasePortal,
  viewer: Viewer,
  as: Viewer,
): Promise<string[]> {
  const { app, raw, viewerGroup } = base;
  const authorization = `Bearer ${getViewerAccount(base, as)?.token}`;
  const observed: string[] = [];
  if (viewer === 'member') {
    // Save marks and send emails as the supervisor, so that the viewer receives emails.
    const staff = { authorization: `Bearer ${viewerGroup.supervisor.token}` };
    const mark = (marks: number) => ({ month2: { marks, feedback: `Well: ${marks}.` } });
    const hidden = raw.prepare("select number from group_numbers where program = 'BSCS'").get();
    const marks = {
      [viewerGroup.ids[0] ?? '']: mark(5),
      [viewerGroup.ids[1] ?? '']: mark(Number(hidden?.number ?? 0) % 11),
    };
    const body = { semester: 'Semester 7', groupId: viewerGroup.groupId, marks };
    const url = `${api}/send-group-emails/${viewerGroup.groupId}`;
    await app.inject({ ...json('POST', saveMarks.path, body), headers: staff });
    await app.inject({ method: 'POST', url, headers: staff });
  }
  for (const request of buildRequests(base, viewer)) {
    const headers = { ...request.headers, ...(as !== 'visitor' && { authorization }) };
    const {
      statusCode,
      headers: responseHeaders,
      rawPayload,
    } = await app.inject({ ...request, headers });
    const { date: _, ...rest } = responseHeaders;
    // Check the first status: if all requests were rejected, equal replies would prove nothing.
    const isLetIn = observed.length > 0 || statusCode === (as === 'visitor' ? 401 : 200);
    if (statusCode >= 500 || !isLetIn)
      throw new Error(`${request.method} ${request.url}: ${rawPayload}`);
    observed.push(
      `${request.method} ${request.url}\n${statusCode} ${JSON.stringify(rest)}\n${maskEmailIds(rawPayload.toString('latin1'))}`,
    );
  }
  const emails = raw
    .prepare('select subject, text_body, html_body from emails where recipient = ? order by 1, 2')
    .all(getViewerAccount(base, viewer)?.email ?? '') as EmailRow[];
  for (const email of emails) {
    const text = JSON.stringify(email).replace(/#(reset|confirm|object)=[\w-]+/g, '#$1=');
    observed.push(`an email\n${text}`);
  }
  return observed;
}
