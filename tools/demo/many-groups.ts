import { createHash } from 'node:crypto';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { inPortions } from '#server/http/bodies/send-list.ts';
import { keptFolder } from '#server/storage/disk.ts';
import { pdf, zip } from '#tools/test/sample-files.ts';
import { Random } from '#trust/lib/random.ts';
import { groupRows, type Rows, type SampleFiles } from './group-rows.ts';
import { staffOf } from './many-people.ts';
import { sessionDates } from './session-dates.ts';

const groupsAtOnce = 50;
/** PostgreSQL takes 65,535 values in one query, SQLite half of that. */
const rowsAtOnce = 800;
const supervisors = 40;
const tables = [
  ...(['users', 'groups', 'members', 'claimed_emails', 'documents', 'submissions'] as const),
  'marks',
] as const;

export type Size = {
  groups: number;
  seed: number;
  passwordHash: string;
  cohort: CohortContent;
  /** Of the portal's files; without it the documents are rows alone, which cannot be opened. */
  filesFolder?: string;
};

/**
 * So many more groups, written straight into the database: with accounts, files that may be opened, and marks, the
 * same from the same seed. Dates follow the deadlines, so that some lie ahead. No emails, no history, no trail.
 * Returns how many rows each table got.
 */
export async function addManyGroups(db: Db, size: Size, tell: (groups: number) => void) {
  const random = new Random(size.seed);
  const { cohort } = size;
  const { categories } = cohort.choices;
  const dates = sessionDates(cohort.deadlines, cohort.scheme);
  const staff = await staffOf(db, random, supervisors, size.passwordHash);
  const files = await makeSamples(size.filesFolder);
  const numbers = new Map<string, number>();
  for (const { program, number } of await db
    .selectFrom('group_sequences')
    .select(['program', 'number'])
    .where('cohort_id', '=', cohort._id)
    .execute())
    numbers.set(program, number);
  const written = {
    ...{ users: 0, groups: 0, members: 0, claimed_emails: 0 },
    ...{ documents: 0, submissions: 0, marks: 0 },
  };
  for (let index = 0; index < size.groups; ) {
    const rows: Rows = {
      ...{ users: [], groups: [], members: [], claimed_emails: [] },
      ...{ documents: [], submissions: [], marks: [] },
    };
    for (const end = Math.min(size.groups, index + groupsAtOnce); index < end; index += 1) {
      const program = random.pick(cohort.programs).value;
      const number = (numbers.get(program) ?? 0) + 1;
      numbers.set(program, number);
      const plan = { ...size, categories, random, dates, files, program, number, index };
      const supervisor = random.pick(staff);
      const examiner = random.pick(staff.filter(({ id }) => id !== supervisor.id));
      const some = groupRows({ ...plan, supervisor, examiner });
      for (const table of tables) (rows[table] as unknown[]).push(...some[table]);
    }
    await write(db, rows, numbers, cohort._id);
    if (size.filesFolder) await linkFiles(size.filesFolder, rows.documents);
    for (const table of tables) written[table] += rows[table].length;
    tell(index);
  }
  return written;
}

/** One transaction: a portal that serves meanwhile waits for it, and for no longer. */
async function write(db: Db, rows: Rows, numbers: Map<string, number>, cohort_id: string) {
  await db.transaction().execute(async (trx) => {
    for (const table of tables) {
      for (const portion of inPortions<Rows[typeof table][number]>(rows[table], rowsAtOnce)) {
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

const contents: Record<keyof SampleFiles, { name: string; media_type: string; content: Buffer }> = {
  proposal: document('proposal.pdf', 'Proposal'),
  feeProof: document('fee-proof.pdf', 'Fee proof'),
  certificate: document('certificates.pdf', 'Certificates'),
  thesis: document('thesis.pdf', 'Thesis'),
  similarity: document('similarity-report.pdf', 'Similarity report'),
  report: document('monthly-report.pdf', 'Monthly report'),
  code: { name: 'code.zip', media_type: 'application/zip', content: zip() },
};

function document(name: string, title: string) {
  return { name, media_type: 'application/pdf', content: pdf({ title }) };
}

const sampleOf = (filesFolder: string, fileName: string) => join(filesFolder, 'samples', fileName);

async function makeSamples(filesFolder?: string): Promise<SampleFiles> {
  if (filesFolder) {
    await mkdir(join(filesFolder, 'samples'), { recursive: true });
    await mkdir(keptFolder(filesFolder), { recursive: true });
  }
  const made = await Promise.all(
    Object.entries(contents).map(async ([kind, { name, media_type, content }]) => {
      if (filesFolder) await writeFile(sampleOf(filesFolder, name), content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return [kind, { name, media_type, size: content.length, sha256 }] as const;
    }),
  );
  return Object.fromEntries(made) as SampleFiles;
}

/** All of one kind are one file on the disk. */
async function linkFiles(filesFolder: string, documents: Rows['documents']) {
  await Promise.all(
    documents.map(({ id, name }) =>
      link(sampleOf(filesFolder, name), join(keptFolder(filesFolder), id)),
    ),
  );
}
