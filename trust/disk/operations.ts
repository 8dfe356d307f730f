import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, emailOf, password } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { type Account, type Group, office } from '#trust/lib/fixtures.ts';
import { Connection, requestTo } from '#trust/lib/raw-http.ts';
import { mark, prepareProposal, prepareUpload, upload, type Work } from '#trust/lib/work.ts';

/** `done`, the code of the portal's refusal, or what else came of it. */
type Result = { code: string; message: string };
export type Need = 'nothing' | 'a save' | 'a file';
type Operation = (work: Work, group: Group, newcomer: Account) => Promise<unknown>;

/** Everything that is tried at every level, and what it needs of the disk. */
export const operations: Record<string, { needs: Need; operation: Operation }> = {
  'a supervisor marks': {
    needs: 'a save',
    operation: (work, group) => mark(work, group, 'Semester 7', group.supervisor.token),
  },
  'an admin marks': {
    needs: 'a save',
    operation: (work, group) => mark(work, group, 'Semester 8', group.admin.token),
  },
  'an examiner records the viva': {
    needs: 'a save',
    operation: (work, group) => mark(work, group, 'External Viva', group.examiner.token),
  },
  'a student uploads': { needs: 'a file', operation: upload },
  'a student proposes': {
    needs: 'a file',
    operation: ({ url, journal }, _, newcomer) => prepareProposal(journal, newcomer, 1)(url),
  },
  'somebody logs in': {
    needs: 'a save',
    operation: ({ url }) => new Caller(url).call(login, { body: office }),
  },
  'somebody signs up': {
    needs: 'a save',
    operation: async ({ url }) => {
      const name = aName('Late');
      await new Caller(url).call(register, { body: { name, email: emailOf(name), password } });
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

export async function resultOf(operation: () => Promise<unknown>): Promise<Result> {
  try {
    await operation();
    return { code: 'done', message: '' };
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, message: error.message };
    return { code: 'broken', message: String(error) };
  }
}

/** Less than one chunk of the network's, so that its last piece is written in part. */
const lastBytes = 40_000;

/** An upload that has sent all but its last bytes when `meanwhile` happens; gives what the portal said to it. */
export async function uploadWhile(
  { url, journal }: Work,
  group: Group,
  meanwhile: () => void,
): Promise<string> {
  const { asked, file } = prepareUpload(journal, group, (title) => ({
    content: pdf({ title, bytes: 4 * 1024 * 1024 }),
    ending: 'pdf',
  }));
  const { email, token } = group.student;
  const input = { params: { kind: 'thesis', email }, body: { file } };
  const request = await requestTo(uploadDocument, input, token);
  const connection = new Connection(url);
  connection.write(request.subarray(0, -lastBytes));
  await sleep(500);
  meanwhile();
  const { status, body } = await connection.exchange(request.subarray(-lastBytes));
  connection.close();
  if (typeof status !== 'number') return status;
  const reply = JSON.parse(String(body));
  if (status !== 200) return String(reply.code);
  asked.url = reply.document.url;
  asked.isAcknowledged = true;
  return 'done';
}
