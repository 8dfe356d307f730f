import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildEmailAddress, createUniqueName, password } from '#tools/test/people.ts';
import { type Account, type Group, initialAdmin } from '#trust/lib/fixtures.ts';
import { encodeRequest, RawConnection } from '#trust/lib/raw-http.ts';
import {
  prepareProposal,
  prepareUpload,
  saveRandomMarks,
  uploadRandomFile,
  type Workload,
} from '#trust/lib/workload.ts';

/** `code` is `done`, the error code of a refused operation, or `broken` if there was no valid reply. */
type Result = { code: string; message: string };
export type DiskSpaceNeed = 'nothing' | 'a save' | 'a file';
type Operation = (work: Workload, group: Group, newcomer: Account) => Promise<unknown>;

/** Operations that are tried at every fill level of the disk, with the disk space that each needs. */
export const diskOperations: Record<string, { needs: DiskSpaceNeed; operation: Operation }> = {
  'a supervisor marks': {
    needs: 'a save',
    operation: (work, group) => saveRandomMarks(work, group, 'Semester 7', group.supervisor.token),
  },
  'an admin marks': {
    needs: 'a save',
    operation: (work, group) => saveRandomMarks(work, group, 'Semester 8', group.admin.token),
  },
  'an examiner records the viva': {
    needs: 'a save',
    operation: (work, group) => saveRandomMarks(work, group, 'External Viva', group.examiner.token),
  },
  'a student uploads': { needs: 'a file', operation: uploadRandomFile },
  'a student proposes': {
    needs: 'a file',
    operation: ({ url, journal }, _, newcomer) => prepareProposal(journal, newcomer, 1)(url),
  },
  'a user logs in': {
    needs: 'a save',
    operation: ({ url }) => new Caller(url).call(login, { body: initialAdmin }),
  },
  'a visitor signs up': {
    needs: 'a save',
    operation: async ({ url }) => {
      const name = createUniqueName('Late');
      await new Caller(url).call(register, {
        body: { name, email: buildEmailAddress(name), password },
      });
    },
  },
  'a student reads': {
    needs: 'nothing',
    operation: ({ url }, { student: { token, email } }) =>
      new Caller(url, token).call(findGroup, { params: { email } }),
  },
  'the portal is ready': {
    needs: 'nothing',
    operation: async ({ url }) => {
      const { status } = await fetch(`${url}/readyz`);
      if (status !== 200) throw new Error(`/readyz gives ${status}`);
    },
  },
};

export async function runOperation(operation: () => Promise<unknown>): Promise<Result> {
  try {
    await operation();
    return { code: 'done', message: '' };
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, message: error.message };
    return { code: 'broken', message: String(error) };
  }
}

/** Bytes that are sent last: fewer than one network chunk, so that the last write is partial. */
const lastBytes = 40_000;

/** Uploads all but the last bytes, runs `afterPartialUpload`, sends the rest, and returns the result code. */
export async function runDuringUpload(
  { url, journal }: Workload,
  group: Group,
  afterPartialUpload: () => void,
): Promise<string> {
  const { effect, file } = prepareUpload(journal, group, (title) => ({
    content: buildPdf({ title, bytes: 4 * 1024 * 1024 }),
    extension: 'pdf',
  }));
  const { email, token } = group.student;
  const input = { params: { kind: 'thesis', email }, body: { file } };
  const request = await encodeRequest(uploadDocument, input, token);
  const connection = new RawConnection(url);
  connection.write(request.subarray(0, -lastBytes));
  await sleep(500);
  afterPartialUpload();
  const { status, body } = await connection.exchange(request.subarray(-lastBytes));
  connection.close();
  if (typeof status !== 'number') return status;
  const reply = JSON.parse(String(body));
  if (status !== 200) return String(reply.code);
  effect.url = reply.document.url;
  effect.isAcknowledged = true;
  return 'done';
}
