import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { submitProposal } from '#contract/proposals.ts';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import { openSession } from '#server/session/sessions.ts';
import { Caller } from '#tools/test/caller.ts';
import { aProposal, fileOf, password } from '#tools/test/people.ts';
import { addPerson } from '#trust/lib/add-person.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { type HostileFile, hostileFiles } from './hostile-files.ts';
import { faultsOfServing } from './served.ts';

const places = [
  'cv',
  'thesis',
  'similarity',
  'code',
  'certificate',
  'proposalFile',
  'feeProof',
  'certificate of a proposal',
] as const;
type Place = (typeof places)[number];

export type FilesFigures = {
  files: number;
  uploads: number;
  refused: Record<string, number>;
  /** Taken, and then served without a fault. */
  inert: number;
  faults: string[];
};

/** Uploads hostile files at every place that takes one, to a portal of its own in an empty `dataDir`, and opens what was taken. */
export async function runFiles(
  dataDir: string,
  { size, seed, onFile }: { size: number; seed: number; onFile?: (figures: FilesFigures) => void },
): Promise<FilesFigures> {
  const figures: FilesFigures = { files: 0, uploads: 0, refused: {}, inert: 0, faults: [] };
  const place = { dataDir, databaseUrl: undefined };
  const portal = startPortal(place);
  const db = openDatabase(place);
  try {
    const { url } = await portal.ready;
    const person = async () => {
      const { name, email, token } = await addPerson(db, 'student');
      return { name, email, caller: new Caller(url, token) };
    };
    const member = await person();
    await member.caller.call(submitProposal, { body: aProposal([member]) });
    const random = new Random(seed);
    for (const file of hostileFiles(size, 'http://127.0.0.1:9', random)) {
      figures.files += 1;
      for (const at of places) {
        // An account costs a hash: one file in eight is tried there.
        if (at === 'cv' && figures.files % 8 !== 1) continue;
        figures.uploads += 1;
        const before = await db.selectFrom('documents').select('id').execute();
        const answer = await uploadAt(at, file, { url, member, person });
        const body = (await answer.json()) as { code?: string };
        const rows = await db.selectFrom('documents').select('id').execute();
        const added = rows.filter(({ id }) => !before.some((row) => row.id === id));
        await judge(
          { at, file, status: answer.status, code: body.code, added, db, url, dataDir },
          figures,
        );
        for (const { id } of added) await db.deleteFrom('documents').where('id', '=', id).execute();
      }
      onFile?.(figures);
    }
    const left = await readdir(join(filesFolderOf(place), 'incoming'));
    figures.faults.push(...left.map((name) => `incoming/${name} was left behind`));
  } finally {
    await portal.kill('SIGKILL');
    await db.destroy();
  }
  figures.faults.push(...portal.errors);
  return figures;
}

type Student = { name: string; email: string; caller: Caller };

async function uploadAt(
  at: Place,
  { name, content }: HostileFile,
  people: { url: string; member: Student; person: () => Promise<Student> },
): Promise<Response> {
  const file = fileOf(content, name);
  if (at === 'cv') {
    const body = { name: 'Aya Khan', email: `${randomUUID()}@university.test`, password, file };
    return new Caller(people.url).request(register, { body });
  }
  if (at === 'thesis' || at === 'similarity' || at === 'code' || at === 'certificate') {
    const { email, caller } = people.member;
    return caller.request(uploadDocument, { params: { kind: at, email }, body: { file } });
  }
  const student = await people.person();
  const proposal = aProposal([student]);
  const part =
    at === 'proposalFile' ? {} : at === 'feeProof' ? { feeProof: file } : { certificate: file };
  const body = {
    ...proposal,
    ...(at === 'proposalFile' && { proposalFile: file }),
    groupMembers: proposal.groupMembers.map((one) => ({ ...one, ...part })),
  };
  return student.caller.request(submitProposal, { body });
}

type Upload = {
  at: Place;
  file: HostileFile;
  status: number;
  code: string | undefined;
  added: { id: string }[];
  db: ReturnType<typeof openDatabase>;
  url: string;
  dataDir: string;
};

async function judge({ at, file, status, code, added, db, url }: Upload, figures: FilesFigures) {
  const said = `${file.what} as ${JSON.stringify(file.name)} at ${at}`;
  if (status >= 400) {
    figures.refused[code ?? status] = (figures.refused[code ?? status] ?? 0) + 1;
    if (status >= 500) figures.faults.push(`${said}: ${status}`);
    if (added.length > 0) figures.faults.push(`${said}: refused, yet kept`);
    return;
  }
  const { user_id: owner } = await db
    .selectFrom('documents')
    .select('uploaded_by as user_id')
    .where('id', '=', added[0]?.id ?? '')
    .executeTakeFirstOrThrow();
  const caller = new Caller(url, (await openSession(db, owner ?? '', new Date())).token);
  for (const { id } of added) {
    const answer = await caller.fetch(`/api/auth/file/${id}`);
    await answer.arrayBuffer();
    figures.faults.push(...faultsOfServing(answer).map((fault) => `${said}: ${fault}`));
  }
  figures.inert += 1;
}
