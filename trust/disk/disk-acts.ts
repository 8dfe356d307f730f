import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { register } from '#contract/account.ts';
import { findGroup } from '#contract/groups.ts';
import { Problem } from '#contract/problem.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, emailOf, password } from '#tools/test/people.ts';
import { pdf } from '#tools/test/sample-files.ts';
import { mark, propose, type Scene, type Student, upload, type Work } from '#trust/lib/clients.ts';
import { office } from '#trust/lib/portal-process.ts';

/** `done`, the code of the portal's refusal, or what else came of it. */
export type Outcome = { code: string; message: string };
export type Need = 'nothing' | 'a save' | 'a file';

/** Everything that is tried at every level, and what it needs of the disk. */
export const acts: Record<
  string,
  { needs: Need; act: (work: Work, scene: Scene, newcomer: Student) => Promise<unknown> }
> = {
  'a supervisor marks': {
    needs: 'a save',
    act: (work, scene) => mark(work, scene, 'Semester 7', scene.supervisor),
  },
  'an admin marks': {
    needs: 'a save',
    act: (work, scene) => mark(work, scene, 'Semester 8', scene.admin),
  },
  'an examiner records the viva': {
    needs: 'a save',
    act: (work, scene) => mark(work, scene, 'External Viva', scene.examiner),
  },
  'a student uploads': { needs: 'a file', act: upload },
  'a student proposes': { needs: 'a file', act: (work, _, newcomer) => propose(work, newcomer) },
  'somebody logs in': {
    needs: 'a save',
    act: ({ url }) => new Caller(url).call(login, { body: office }),
  },
  'somebody signs up': {
    needs: 'a save',
    act: async ({ url }) => {
      const name = aName('Late');
      await new Caller(url).call(register, { body: { name, email: emailOf(name), password } });
    },
  },
  'a student reads': {
    needs: 'nothing',
    act: ({ url }, { student }) =>
      new Caller(url, student.token).call(findGroup, { params: { email: student.email } }),
  },
  'the portal is ready': {
    needs: 'nothing',
    act: async ({ url }) => {
      const { status } = await fetch(`${url}/readyz`);
      if (status !== 200) throw new Error(`/readyz answers ${status}`);
    },
  },
};

export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { code: 'done', message: '' };
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, message: error.message };
    return { code: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}

const MB = 1024 * 1024;
/** Less than one chunk of the network's, so that its last piece is written in part. */
const lastBytes = 40_000;

/** An upload that has sent all but its last bytes when `meanwhile` happens; gives what the portal said to it. */
export async function uploadWhile(
  { url, journal }: Work,
  { groupId, student }: Scene,
  meanwhile: () => void,
): Promise<string> {
  const tag = journal.tag();
  const content = pdf({ title: tag, bytes: 4 * MB });
  const name = `${tag}.pdf`;
  const start = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(start), content, Buffer.from('\r\n--x--\r\n')]);
  const { token } = student;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const asked = journal.ask({ kind: 'upload', groupId, name, sha256, url: '', token });
  const sending = request(`${url}/api/auth/upload/thesis/${student.email}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': form.length,
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write(form.subarray(0, -lastBytes));
  await new Promise((resolve) => setTimeout(resolve, 500));
  meanwhile();
  sending.end(form.subarray(-lastBytes));
  const [answer] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  if (answer.statusCode !== 200) return String(body.code);
  asked.url = body.document.url;
  asked.isAcknowledged = true;
  return 'done';
}
