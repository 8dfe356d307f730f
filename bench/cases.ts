import { findFigures } from '#contract/admin.ts';
import { uploadDocument } from '#contract/documents.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { fileOf, password } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import type { Load, Requests, Sent } from './load/generate.ts';
import type { Server } from './load/start-server.ts';
import type { Department, Marked } from './seed.ts';

export type Case = {
  name: string;
  load: Load;
  portal: Requests;
  /** Of the bare limit; without one there is nothing to compare with but the growth. */
  limit?: Requests;
};

/** A file of 10 MiB that each of the two has taken, and who may open it. */
export type KeptFiles = { portal: string; limit: string; token: string };

/** Uploads it to both. */
export async function keepFiles(
  portal: Server,
  limit: Server,
  { students }: Department,
): Promise<KeptFiles> {
  const [student] = students;
  const token = student?.token ?? '';
  const content = pdf({ bytes: fileBytes, title: 'To download' });
  const params = { kind: 'thesis', email: student?.email ?? '' } as const;
  const body = { file: fileOf(content, 'thesis.pdf') };
  const { document } = await new Caller(portal.url, token).call(uploadDocument, { params, body });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
  };
  const sent = { method: 'POST', headers, body: new Uint8Array(content) };
  const kept = (await (await fetch(`${limit.url}/upload`, sent)).json()) as { kept: string };
  return { portal: document.url, limit: kept.kept, token };
}

const MB = 1024 * 1024;
const fileBytes = 10 * MB;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const api = (path: string) => `/api/auth/${path}`;
const post = (path: string, token: string | undefined, body: unknown): Sent => ({
  ...{ method: 'POST', path, token },
  body: JSON.stringify(body),
});
const get = (path: string, token: string): Sent => ({ method: 'GET', path, token });

/** All that is measured, each for `seconds`. */
export function casesOf(department: Department, seconds: number, files?: KeptFiles): Case[] {
  const { students, supervisor, admin } = department;
  const own = (prefix: string) => (index: number) => {
    const { email, token } = at(students, index);
    return get(`${prefix}${encodeURIComponent(email)}`, token);
  };
  return [
    {
      name: 'own marks, 16 at once',
      load: { connections: 16, seconds },
      portal: own(api('group/')),
      limit: own('/own/'),
    },
    {
      name: 'own marks, 1',
      load: { connections: 1, seconds },
      portal: own(api('group/')),
      limit: own('/own/'),
    },
    ...[1, 16].map((connections) => ({
      name: `one cell saved, ${connections}`,
      load: { connections, seconds },
      ...saves(department.marked, 1, 1),
    })),
    ...[1, 8].map((connections) => ({
      name: `3 × 8 sheet saved, ${connections}`,
      load: { connections, seconds },
      ...saves(department.marked, 3, 8),
    })),
    {
      name: 'a supervisor’s groups',
      load: { connections: 4, seconds },
      portal: () => get(api('teacher-assigned-groups'), supervisor.token),
      limit: () => get('/assigned', supervisor.token),
    },
    ...staffCases(admin, seconds),
    { name: 'login, 1', load: { connections: 1, seconds }, ...logins(students) },
    { name: 'login, 8', load: { connections: 8, seconds }, ...logins(students) },
    ...[1, 8].map((connections) => ({
      name: `upload of 10 MiB, ${connections}`,
      load: { connections, seconds },
      ...uploads(students, connections),
    })),
    ...(files
      ? [1, 8].map((connections) => ({
          name: `download of 10 MiB, ${connections}`,
          load: { connections, seconds },
          portal: () => get(files.portal, files.token),
          limit: () => get(`/download?path=${encodeURIComponent(files.limit)}`, files.token),
        }))
      : []),
  ];
}

/** What the coordinator looks at; nothing bare compares with it. */
const staffCases = ({ token }: Department['admin'], seconds: number): Case[] =>
  Object.entries({
    'board, first page': '/api/board?page=1&limit=50',
    'board, search': '/api/board?page=1&limit=50&q=campus%20khan',
    'figures of the admin panel': findFigures.path,
    'list of groups, search': '/api/auth/getgroups?page=1&limit=25&q=campus%20khan',
  }).map(([name, path]) => ({
    name,
    load: { connections: 1, seconds },
    portal: () => get(path, token),
  }));

/** One mark of one student, another one at each turn through the groups. */
export const cellSaved = (marked: readonly Marked[], index: number): Sent =>
  saves(marked, 1, 1).portal(index);

/** Each save changes every cell it names, and each connection has a group of its own. */
export function saves(marked: readonly Marked[], members: number, milestones: number) {
  const cellsOf = (index: number) => {
    const group = at(marked, index);
    const marks = (Math.floor(index / marked.length) % 2) + 1;
    const ids = group.memberIds.slice(0, members);
    const keys = group.milestones.slice(0, milestones);
    return { ...group, ids, keys, marks };
  };
  const portal: Requests = (index) => {
    const { groupId, token, ids, keys, marks } = cellsOf(index);
    const entries = Object.fromEntries(keys.map((key) => [key, { marks }]));
    const all = Object.fromEntries(ids.map((id) => [id, entries]));
    return post(api('save-teacher-marks'), token, { semester: 'Semester 7', groupId, marks: all });
  };
  const limit: Requests = (index) => {
    const { groupId, token, ids, keys, marks } = cellsOf(index);
    const cells = ids.flatMap((id) => keys.map((key) => [id, key, marks]));
    return post('/marks', token, { groupId, cells });
  };
  return { portal, limit };
}

export function logins(students: Department['students']) {
  const portal: Requests = (index) =>
    post(login.path, undefined, { email: at(students, index).email, password });
  return { portal, limit: () => post('/login', undefined, { password }) };
}

/** A new file each time: one that was sent before would add nothing. */
export function uploads(students: Department['students'], connections: number) {
  const boundary = 'a-boundary-of-the-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="thesis.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const content = pdf({ bytes: fileBytes });
  const form = () =>
    Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const bodies = Array.from({ length: connections * 2 }, form);
  const portal: Requests = (index) => {
    const { email, token } = at(students, index);
    const body = at(bodies, index);
    // In the middle of a stream that no page of the document uses.
    body.writeUInt32LE(index, body.length >> 1);
    const type = `multipart/form-data; boundary=${boundary}`;
    return {
      method: 'POST',
      path: `${api('upload/thesis/')}${encodeURIComponent(email)}`,
      token,
      type,
      body,
    };
  };
  const limit: Requests = (index) => ({
    ...{ method: 'POST', path: '/upload', token: at(students, index).token },
    ...{ type: 'application/octet-stream', body: content },
  });
  return { portal, limit };
}
