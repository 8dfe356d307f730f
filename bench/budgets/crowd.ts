// Measures how long other users wait while many connections of one account request the same expensive file.

import { setTimeout as sleep } from 'node:timers/promises';
import { readMemoryBytes } from '#bench/load/process-figures.ts';
import type { RunningServer } from '#bench/load/start-server.ts';
import type { SeededDepartment } from '#bench/seed.ts';
import { exportAudit } from '#contract/admin/audit.ts';
import { importGroups } from '#contract/admin/imports.ts';
import { exportBoard } from '#contract/board.ts';
import { uploadDocument } from '#contract/documents.ts';
import { buildEndpointUrl, type Endpoint } from '#contract/endpoint.ts';
import { exportAwards } from '#contract/exports/awards.ts';
import { prepareDownload } from '#contract/exports/downloads.ts';
import { exportResultSheet, exportResultSheets } from '#contract/exports/results.ts';
import { exportGroups, findGroup } from '#contract/groups.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { findPercentile, startProbe, stopProbe } from './probe-latency.ts';

const MB = 1024 * 1024;
const quietMs = 2000;
const crowdMs = 5000;
/** The 99th percentile of the latency of other requests may be this many times as high as without the crowd. */
const maxFactor = 3;

type Request = {
  name: string;
  token: string | undefined;
  method: string;
  path: string;
  body?: string;
};
type Counts = { served: number; refused: number };

/** Prints the latencies of other requests for each expensive file, and returns whether all are within the limit. */
export async function measureCrowd(
  portal: RunningServer,
  department: SeededDepartment,
  groupIds: readonly string[],
  { crowd, only }: { crowd: number; only: string },
): Promise<boolean> {
  const requests = (await listRequests(portal, department, groupIds)).filter(({ name }) =>
    name.includes(only),
  );
  const probe = startProbe(portal, department);
  let isMet = true;
  printLine(['', 'quiet p50', 'p99', 'crowd p50', 'p99', 'max', 'served', 'refused', 'MB']);
  try {
    for (const request of requests) {
      const measure = async (work: Promise<unknown>) => {
        probe.postMessage('start');
        await work;
        return stopProbe(probe);
      };
      // The first request loads modules and parses fonts.
      await send(portal, request);
      const quiet = await measure(sleep(quietMs));
      const counts = { served: 0, refused: 0 };
      const crowded = await measure(sendCrowd(portal, request, crowd, counts));
      const [before, after] = [quiet, crowded].map((all) => findPercentile(all, 0.99));
      const isSlow = (after ?? 0) > maxFactor * (before ?? 0);
      if (isSlow) isMet = false;
      const figures = [quiet, crowded].flatMap((all) =>
        [0.5, 0.99].map((at) => findPercentile(all, at)),
      );
      const { served, refused } = counts;
      const memory = readMemoryBytes(portal.pid) / MB;
      printLine([
        request.name,
        ...[...figures, crowded.at(-1) ?? 0].map((figure) => figure.toFixed(1)),
        ...[served, refused, memory].map((figure) => figure.toFixed(0)),
        isSlow ? 'over' : '',
      ]);
    }
  } finally {
    await probe.terminate();
  }
  return isMet;
}

async function send(
  { url }: RunningServer,
  { token, method, path, body }: Request,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url + path, {
    method,
    headers,
    ...(signal && { signal }),
    ...(body && { body }),
  });
  await response.body?.pipeTo(new WritableStream());
  return response;
}

async function sendCrowd(
  portal: RunningServer,
  request: Request,
  crowd: number,
  counts: Counts,
): Promise<void> {
  const end = new AbortController();
  const { signal } = end;
  const sendRepeatedly = async () => {
    while (!signal.aborted) {
      const response = await send(portal, request, signal);
      if (response.ok) counts.served += 1;
      else {
        counts.refused += 1;
        const retryAfterMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
        await sleep(retryAfterMs, undefined, { signal });
      }
    }
  };
  const all = Array.from({ length: crowd }, () => sendRepeatedly().catch(() => {}));
  await sleep(crowdMs);
  end.abort();
  await Promise.all(all);
}

async function listRequests(
  portal: RunningServer,
  department: SeededDepartment,
  groupIds: readonly string[],
): Promise<Request[]> {
  const { admin, students } = department;
  const [student] = students;
  const email = student?.email ?? '';
  const caller = new ApiCaller(portal.url, student?.token);
  const { group } = await caller.call(findGroup, { params: { email } });
  const { _id: groupId } = group;
  await caller.call(uploadDocument, {
    params: { kind: 'thesis', email },
    body: { file: toFile(buildPdf({ bytes: 10 * MB, title: 'To download' }), 'thesis.pdf') },
  });
  const { download } = await new ApiCaller(portal.url, admin.token).call(prepareDownload, {
    body: { groupIds: [groupId], kinds: ['thesis'], dryRun: false },
  });
  const call = (name: string, endpoint: Endpoint, input: object = {}): Request => {
    const { body } = input as { body?: object };
    return {
      name,
      token: admin.token,
      method: endpoint.method,
      path: buildEndpointUrl(endpoint, input),
      ...(body && { body: JSON.stringify(body) }),
    };
  };
  const xlsx = { query: { format: 'xlsx' } };
  return [
    {
      ...call('own result sheet', exportResultSheet, { params: { groupId } }),
      token: student?.token,
    },
    call('result sheets of 100 groups', exportResultSheets, {
      body: { groupIds: groupIds.slice(0, 100) },
    }),
    call('award list, XLSX', exportAwards, xlsx),
    call('board of 1,000 groups, XLSX', exportBoard, {
      body: { groupIds: groupIds.slice(0, 1000), columns: [], marks: true, format: 'xlsx' },
    }),
    call('groups, XLSX', exportGroups, xlsx),
    call('groups, CSV', exportGroups, { query: { format: 'csv' } }),
    {
      name: 'archive of 10 MiB',
      token: admin.token,
      method: 'GET',
      path: download?.url ?? '',
    },
    call('audit trail, CSV', exportAudit, { query: { format: 'csv' } }),
    call('check of an import of 300 groups', importGroups, {
      body: { rows: buildImportRows(300), dryRun: true },
    }),
  ];
}

const buildImportRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    group: `New group ${index}`,
    program: 'BSCS',
    title: `Project ${index}`,
    category: 'Web',
    supervisor: 'Dr A Khan',
    name: `New Student ${String.fromCharCode(65 + (index % 26))}`,
    fathername: 'A Father',
    roll: `BSCS-F-27-${1000 + index}`,
    email: `new-student-${index}@university.test`,
    phone: '0300 1234567',
  }));

const printLine = ([name = '', ...figures]: string[]) =>
  console.log(name.padEnd(34), ...figures.map((figure) => figure.padStart(9)));
