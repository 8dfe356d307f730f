import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { submitProposal } from '#contract/proposals.ts';
import { getFilesFolder, openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { Caller } from '#tools/test/caller.ts';
import { buildProposal, password, toFile } from '#tools/test/people.ts';
import { type Account, addAccount } from '#trust/lib/fixtures.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { type HostileFile, hostileFiles } from './hostile-files.ts';
import { findServingErrors } from './serving-errors.ts';

const uploadTargets = [
  'cv',
  'thesis',
  'similarity',
  'code',
  'certificate',
  'proposalFile',
  'feeProof',
  'certificate of a proposal',
] as const;
type UploadTarget = (typeof uploadTargets)[number];

/** Uploads hostile files to every upload form and checks how the portal serves the accepted ones. */
export const run: Run = ({ size, seed, progress }, report) =>
  withWorkspace({ quick: true }, async (workspace) => {
    const portal = startPortal(workspace);
    const db = openDatabase(workspace);
    try {
      const { url } = await portal.ready;
      const member = await addAccount(db, 'student');
      await new Caller(url, member.token).call(submitProposal, { body: buildProposal([member]) });
      for (const file of hostileFiles(size, 'http://127.0.0.1:9', new Random(seed))) {
        report.count('files');
        for (const target of uploadTargets) {
          // A registration hashes a password, so upload a CV for one file in eight only.
          if (target !== 'cv' || report.getFigure('files') % 8 === 1)
            await checkUpload({ target, file, db, url, member }, report);
        }
        if (report.getFigure('files') % 50 === 0) progress?.(`${report.getFigure('files')} files`);
      }
      const leftover = await readdir(join(getFilesFolder(workspace), 'incoming'));
      report.addViolations(...leftover.map((name) => `incoming/${name} was not cleaned up`));
    } finally {
      await portal.kill('SIGKILL');
      await db.destroy();
    }
    report.addViolations(...portal.errors);
    report.requireAtLeast({
      files: size,
      'refused: wrong-kind-of-file': size,
      'taken, and served in a sandbox': Math.max(1, Math.floor(size / 12)),
    });
  });

type UploadContext = {
  target: UploadTarget;
  file: HostileFile;
  db: Db;
  url: string;
  member: Account;
};

async function uploadTo({ target, file: { name, content }, db, url, member }: UploadContext) {
  const file = toFile(content, name);
  if (target === 'cv') {
    const body = { name: 'Aya Khan', email: `${randomUUID()}@university.test`, password, file };
    return new Caller(url).request(register, { body });
  }
  if (
    target === 'thesis' ||
    target === 'similarity' ||
    target === 'code' ||
    target === 'certificate'
  ) {
    const params = { kind: target, email: member.email };
    return new Caller(url, member.token).request(uploadDocument, { params, body: { file } });
  }
  const student = await addAccount(db, 'student');
  const proposal = buildProposal([student]);
  const memberFile =
    target === 'proposalFile'
      ? {}
      : target === 'feeProof'
        ? { feeProof: file }
        : { certificate: file };
  const body = {
    ...proposal,
    ...(target === 'proposalFile' && { proposalFile: file }),
    groupMembers: proposal.groupMembers.map((member) => ({ ...member, ...memberFile })),
  };
  return new Caller(url, student.token).request(submitProposal, { body });
}

/** Uploads a file. A refused file must leave no row; an accepted one must be served safely. */
async function checkUpload(upload: UploadContext, report: Report) {
  const { target, file, db, url } = upload;
  const label = `${file.what} as ${JSON.stringify(file.name)} at ${target}`;
  report.count('uploads');
  const documents = db.selectFrom('documents').select(['id', 'uploaded_by']);
  const before = await documents.execute();
  const response = await uploadTo(upload);
  const { code = response.status } = (await response.json()) as { code?: string };
  const rows = await documents.execute();
  const addedRows = rows.filter(({ id }) => !before.some((row) => row.id === id));
  if (response.status >= 400) {
    report.count(`refused: ${code}`);
    if (response.status >= 500) report.addViolations(`${label}: ${response.status}`);
    if (addedRows.length > 0) report.addViolations(`${label}: refused, but stored`);
  } else {
    const { token } = await openSession(db, addedRows[0]?.uploaded_by ?? '', new Date());
    for (const { id } of addedRows) {
      const response = await new Caller(url, token).fetch(`/api/auth/file/${id}`);
      await response.arrayBuffer();
      report.addViolations(...findServingErrors(response).map((error) => `${label}: ${error}`));
    }
    report.count('taken, and served in a sandbox');
  }
  for (const { id } of addedRows) await db.deleteFrom('documents').where('id', '=', id).execute();
}
