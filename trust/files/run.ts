import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { submitProposal } from '#contract/proposals.ts';
import { filesFolderOf, openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { Caller } from '#tools/test/caller.ts';
import { aProposal, fileOf, password } from '#tools/test/people.ts';
import { type Account, addAccount } from '#trust/lib/fixtures.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { type HostileFile, hostileFiles } from './hostile-files.ts';
import { errorsOfServing } from './served.ts';

const places = [
  ...(['cv', 'thesis', 'similarity', 'code', 'certificate'] as const),
  ...(['proposalFile', 'feeProof', 'certificate of a proposal'] as const),
];
type Place = (typeof places)[number];

/** Hostile files uploaded at every place that takes one, and how the portal serves those it took. */
export const run: Run = ({ size, seed, progress }, report) =>
  inNewPlace({ quick: true }, async (place) => {
    const portal = startPortal(place);
    const db = openDatabase(place);
    try {
      const { url } = await portal.ready;
      const member = await addAccount(db, 'student');
      await new Caller(url, member.token).call(submitProposal, { body: aProposal([member]) });
      for (const file of hostileFiles(size, 'http://127.0.0.1:9', new Random(seed))) {
        report.count('files');
        for (const at of places) {
          // An account costs a hash: one file in eight is tried there.
          if (at !== 'cv' || report.of('files') % 8 === 1)
            await judge({ at, file, db, url, member }, report);
        }
        if (report.of('files') % 50 === 0) progress?.(`${report.of('files')} files`);
      }
      const left = await readdir(join(filesFolderOf(place), 'incoming'));
      report.violate(...left.map((name) => `incoming/${name} was left behind`));
    } finally {
      await portal.kill('SIGKILL');
      await db.destroy();
    }
    report.violate(...portal.errors);
    report.requireAtLeast({
      files: size,
      'refused: wrong-kind-of-file': size,
      'taken, and served in a sandbox': Math.max(1, Math.floor(size / 12)),
    });
  });

type Upload = { at: Place; file: HostileFile; db: Db; url: string; member: Account };

async function uploadAt({ at, file: { name, content }, db, url, member }: Upload) {
  const file = fileOf(content, name);
  if (at === 'cv') {
    const body = { name: 'Aya Khan', email: `${randomUUID()}@university.test`, password, file };
    return new Caller(url).request(register, { body });
  }
  if (at === 'thesis' || at === 'similarity' || at === 'code' || at === 'certificate') {
    const params = { kind: at, email: member.email };
    return new Caller(url, member.token).request(uploadDocument, { params, body: { file } });
  }
  const student = await addAccount(db, 'student');
  const proposal = aProposal([student]);
  const part =
    at === 'proposalFile' ? {} : at === 'feeProof' ? { feeProof: file } : { certificate: file };
  const body = {
    ...proposal,
    ...(at === 'proposalFile' && { proposalFile: file }),
    groupMembers: proposal.groupMembers.map((one) => ({ ...one, ...part })),
  };
  return new Caller(url, student.token).request(submitProposal, { body });
}

/** Uploads a file at a place; refused it leaves nothing, taken it is served so that no browser runs it. */
async function judge(upload: Upload, report: Report) {
  const { at, file, db, url } = upload;
  const what = `${file.what} as ${JSON.stringify(file.name)} at ${at}`;
  report.count('uploads');
  const documents = db.selectFrom('documents').select(['id', 'uploaded_by']);
  const before = await documents.execute();
  const response = await uploadAt(upload);
  const { code = response.status } = (await response.json()) as { code?: string };
  const rows = await documents.execute();
  const added = rows.filter(({ id }) => !before.some((row) => row.id === id));
  if (response.status >= 400) {
    report.count(`refused: ${code}`);
    if (response.status >= 500) report.violate(`${what}: ${response.status}`);
    if (added.length > 0) report.violate(`${what}: refused, yet kept`);
  } else {
    const { token } = await openSession(db, added[0]?.uploaded_by ?? '', new Date());
    for (const { id } of added) {
      const served = await new Caller(url, token).fetch(`/api/auth/file/${id}`);
      await served.arrayBuffer();
      report.violate(...errorsOfServing(served).map((error) => `${what}: ${error}`));
    }
    report.count('taken, and served in a sandbox');
  }
  for (const { id } of added) await db.deleteFrom('documents').where('id', '=', id).execute();
}
