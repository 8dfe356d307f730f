import { findFigures } from '#contract/admin/figures.ts';
import { uploadDocument } from '#contract/documents.ts';
import { login } from '#contract/session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';
import type { HttpRequest, LoadProfile, RequestFactory } from './load/generate.ts';
import type { RunningServer } from './load/start-server.ts';
import type { MarkedGroup, SeededDepartment } from './seed.ts';

export type BenchCase = {
  name: string;
  load: LoadProfile;
  portal: RequestFactory;
  /** Builds the same requests for the minimal server. Undefined if that server does not support them. */
  limit?: RequestFactory;
};

export type DownloadableFiles = { portal: string; limit: string; token: string };

export async function uploadDownloadableFiles(
  portal: RunningServer,
  limit: RunningServer,
  { students }: SeededDepartment,
): Promise<DownloadableFiles> {
  const [student] = students;
  const token = student?.token ?? '';
  const content = buildPdf({ bytes: fileBytes, title: 'To download' });
  const params = { kind: 'thesis', email: student?.email ?? '' } as const;
  const body = { file: toFile(content, 'thesis.pdf') };
  const { document } = await new ApiCaller(portal.url, token).call(uploadDocument, {
    params,
    body,
  });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
  };
  const sent = { method: 'POST', headers, body: new Uint8Array(content) };
  const reply = await fetch(`${limit.url}/upload`, sent);
  const { kept: limitPath } = (await reply.json()) as { kept: string };
  return { portal: document.url, limit: limitPath, token };
}

const MB = 1024 * 1024;
const fileBytes = 10 * MB;
const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const apiPath = (path: string) => `/api/auth/${path}`;
const post = (path: string, token: string | undefined, body: unknown): HttpRequest => ({
  method: 'POST',
  path,
  token,
  body: JSON.stringify(body),
});
const get = (path: string, token: string): HttpRequest => ({ method: 'GET', path, token });

export function buildBenchCases(
  department: SeededDepartment,
  seconds: number,
  files?: DownloadableFiles,
): BenchCase[] {
  const { students, supervisor, admin } = department;
  const ownGroupRequests = (prefix: string) => (index: number) => {
    const { email, token } = itemAt(students, index);
    return get(`${prefix}${encodeURIComponent(email)}`, token);
  };
  return [
    {
      name: 'own marks, 16 at once',
      load: { connections: 16, seconds },
      portal: ownGroupRequests(apiPath('group/')),
      limit: ownGroupRequests('/own/'),
    },
    {
      name: 'own marks, 1',
      load: { connections: 1, seconds },
      portal: ownGroupRequests(apiPath('group/')),
      limit: ownGroupRequests('/own/'),
    },
    ...[1, 16].map((connections) => ({
      name: `one cell saved, ${connections}`,
      load: { connections, seconds },
      ...buildSaveRequests(department.markedGroups, 1, 1),
    })),
    ...[1, 8].map((connections) => ({
      name: `3 × 8 sheet saved, ${connections}`,
      load: { connections, seconds },
      ...buildSaveRequests(department.markedGroups, 3, 8),
    })),
    {
      name: 'a supervisor’s groups',
      load: { connections: 4, seconds },
      portal: () => get(apiPath('teacher-assigned-groups'), supervisor.token),
      limit: () => get('/assigned', supervisor.token),
    },
    ...buildStaffCases(admin, seconds),
    { name: 'login, 1', load: { connections: 1, seconds }, ...buildLoginRequests(students) },
    { name: 'login, 8', load: { connections: 8, seconds }, ...buildLoginRequests(students) },
    ...[1, 8].map((connections) => ({
      name: `upload of 10 MiB, ${connections}`,
      load: { connections, seconds },
      ...buildUploadRequests(students, connections),
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

const buildStaffCases = ({ token }: SeededDepartment['admin'], seconds: number): BenchCase[] =>
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

export const buildOneMarkRequest = (
  markedGroups: readonly MarkedGroup[],
  index: number,
): HttpRequest => buildSaveRequests(markedGroups, 1, 1).portal(index);

/** Builds save requests that cycle through the groups. Each cycle sends new marks, so that every save changes them. */
export function buildSaveRequests(
  markedGroups: readonly MarkedGroup[],
  members: number,
  milestones: number,
) {
  const selectCells = (index: number) => {
    const group = itemAt(markedGroups, index);
    const marks = (Math.floor(index / markedGroups.length) % 2) + 1;
    const ids = group.memberIds.slice(0, members);
    const keys = group.milestones.slice(0, milestones);
    return { ...group, ids, keys, marks };
  };
  const portal: RequestFactory = (index) => {
    const { groupId, token, ids, keys, marks } = selectCells(index);
    const entries = Object.fromEntries(keys.map((key) => [key, { marks }]));
    const all = Object.fromEntries(ids.map((id) => [id, entries]));
    return post(apiPath('save-teacher-marks'), token, {
      semester: 'Semester 7',
      groupId,
      marks: all,
    });
  };
  const limit: RequestFactory = (index) => {
    const { groupId, token, ids, keys, marks } = selectCells(index);
    const cells = ids.flatMap((id) => keys.map((key) => [id, key, marks]));
    return post('/marks', token, { groupId, cells });
  };
  return { portal, limit };
}

export function buildLoginRequests(students: SeededDepartment['students']) {
  const portal: RequestFactory = (index) =>
    post(login.path, undefined, {
      email: itemAt(students, index).email,
      password: testUserPassword,
    });
  return { portal, limit: () => post('/login', undefined, { password: testUserPassword }) };
}

/** Builds upload requests with unique files, because the portal does not store identical files twice. */
export function buildUploadRequests(students: SeededDepartment['students'], connections: number) {
  const boundary = 'a-boundary-of-the-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="thesis.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const content = buildPdf({ bytes: fileBytes });
  const form = () =>
    Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const bodies = Array.from({ length: connections * 2 }, form);
  const portal: RequestFactory = (index) => {
    const { email, token } = itemAt(students, index);
    const body = itemAt(bodies, index);
    // Make the content unique: overwrite bytes of the PDF's padding stream, which no page uses.
    body.writeUInt32LE(index, body.length >> 1);
    const type = `multipart/form-data; boundary=${boundary}`;
    return {
      method: 'POST',
      path: `${apiPath('upload/thesis/')}${encodeURIComponent(email)}`,
      token,
      type,
      body,
    };
  };
  const limit: RequestFactory = (index) => ({
    method: 'POST',
    path: '/upload',
    token: itemAt(students, index).token,
    type: 'application/octet-stream',
    body: content,
  });
  return { portal, limit };
}
