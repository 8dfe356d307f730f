import { createHash } from 'node:crypto';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import { getStoredFilesFolder } from '#server/storage/disk.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { buildGroupRows, type GroupRows, type SampleFilesByKind } from './group-rows.ts';
import { findOrAddStaff } from './many-people.ts';
import { planAcademicSessionDates } from './session-dates.ts';

const groupsAtOnce = 50;
/** Rows per INSERT statement. SQLite accepts at most 32,766 parameters in a statement. */
const rowsAtOnce = 800;
/** A member of staff supervises at most about 25 groups, and examines as many. */
const groupsPerSupervisor = 25;
const minStaff = 40;
const tables = [
  ...(['users', 'groups', 'members', 'claimed_emails', 'documents', 'submissions'] as const),
  'marks',
] as const;

export type ManyGroupsOptions = {
  groups: number;
  seed: number;
  passwordHash: string;
  cohort: CohortContent;
  /** The portal's folder for stored files. If undefined, documents get a database row but no file. */
  filesFolder?: string;
  /** Time in ms after which nothing has happened yet. If undefined, the rows are as of various times of the session. */
  latest?: number;
};

/** Writes many groups directly to the database, without emails, history or audit entries. */
export async function insertManyGroups(
  db: Db,
  size: ManyGroupsOptions,
  onProgress: (groups: number) => void,
) {
  const random = new SeededRandom(size.seed);
  const { cohort } = size;
  const { categories } = cohort.choices;
  const dates = planAcademicSessionDates(cohort.deadlines, cohort.scheme, size.latest);
  const staff = await findOrAddStaff(
    db,
    random,
    Math.max(minStaff, Math.ceil(size.groups / groupsPerSupervisor)),
    size.passwordHash,
  );
  const files = await writeSamples(size.filesFolder);
  const numbers = new Map<string, number>();
  for (const { program, number } of await db
    .selectFrom('group_sequences')
    .select(['program', 'number'])
    .where('cohort_id', '=', cohort._id)
    .execute())
    numbers.set(program, number);
  const rowCounts = {
    users: 0,
    groups: 0,
    members: 0,
    claimed_emails: 0,
    documents: 0,
    submissions: 0,
    marks: 0,
  };
  for (let index = 0; index < size.groups; ) {
    const rows: GroupRows = {
      users: [],
      groups: [],
      members: [],
      claimed_emails: [],
      documents: [],
      submissions: [],
      marks: [],
    };
    for (const end = Math.min(size.groups, index + groupsAtOnce); index < end; index += 1) {
      const program = random.pick(cohort.programs).value;
      const number = (numbers.get(program) ?? 0) + 1;
      numbers.set(program, number);
      const plan = { ...size, categories, random, dates, files, program, number, index };
      const supervisor = random.pick(staff);
      const examiner = random.pick(staff.filter(({ id }) => id !== supervisor.id));
      const groupBatch = buildGroupRows({ ...plan, supervisor, examiner });
      for (const table of tables) (rows[table] as unknown[]).push(...groupBatch[table]);
    }
    await writeRows(db, rows, numbers, cohort._id);
    if (size.filesFolder) await linkFiles(size.filesFolder, rows.documents);
    for (const table of tables) rowCounts[table] += rows[table].length;
    onProgress(index);
  }
  return rowCounts;
}

/** Writes one small batch, so that a running portal waits only briefly for the database lock. */
async function writeRows(db: Db, rows: GroupRows, numbers: Map<string, number>, cohort_id: string) {
  await db.transaction().execute(async (trx) => {
    for (const table of tables) {
      for (const portion of toBatches<GroupRows[typeof table][number]>(rows[table], rowsAtOnce)) {
        await trx
          .insertInto(table)
          .values(portion as never)
          .execute();
      }
    }
    for (const [program, number] of numbers) {
      await trx
        .insertInto('group_sequences')
        .values({ cohort_id, program, number })
        .onConflict((conflict) =>
          conflict.columns(['cohort_id', 'program']).doUpdateSet({ number }),
        )
        .execute();
    }
  });
}

const contents: Record<
  keyof SampleFilesByKind,
  { name: string; media_type: string; content: Buffer }
> = {
  proposal: document('proposal.pdf', 'Proposal'),
  feeProof: document('fee-proof.pdf', 'Fee proof'),
  certificate: document('certificates.pdf', 'Certificates'),
  thesis: document('thesis.pdf', 'Thesis'),
  similarity: document('similarity-report.pdf', 'Similarity report'),
  report: document('monthly-report.pdf', 'Monthly report'),
  code: { name: 'code.zip', media_type: 'application/zip', content: buildZip() },
};

function document(name: string, title: string) {
  return { name, media_type: 'application/pdf', content: buildPdf({ title }) };
}

const getSamplePath = (filesFolder: string, fileName: string) =>
  join(filesFolder, 'samples', fileName);

async function writeSamples(filesFolder?: string): Promise<SampleFilesByKind> {
  if (filesFolder) {
    await mkdir(join(filesFolder, 'samples'), { recursive: true });
    await mkdir(getStoredFilesFolder(filesFolder), { recursive: true });
  }
  const samples = await Promise.all(
    Object.entries(contents).map(async ([kind, { name, media_type, content }]) => {
      if (filesFolder) await writeFile(getSamplePath(filesFolder, name), content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return [kind, { name, media_type, size: content.length, sha256 }] as const;
    }),
  );
  return Object.fromEntries(samples) as SampleFilesByKind;
}

/** Creates hard links to sample files instead of copies, to save disk space. */
async function linkFiles(filesFolder: string, documents: GroupRows['documents']) {
  await Promise.all(
    documents.map(({ id, name }) =>
      link(getSamplePath(filesFolder, name), join(getStoredFilesFolder(filesFolder), id)),
    ),
  );
}
