import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { openDatabase } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addGroups } from '#server/test/records/groups.ts';
import { SeededRandom } from '#trust/lib/random.ts';

const at = '2027-01-01T10:00:00.000Z';
const kinds = ['proposal', 'feeProof', 'thesis', 'code', 'report', 'evidence'] as const;
const programs = ['BSCS', 'BSSE'];

const deadlines: DeadlineSettings = [
  { id: 'proposal', title: 'Proposal', due: '2026-10-01 23:59', documents: ['proposal'] },
  { id: 'november', title: 'November', due: '2026-11-30 23:59', documents: ['report'] },
  { id: 'prototype', title: 'Prototype', due: '2027-02-01 23:59', documents: ['code'] },
  {
    id: 'final',
    title: 'Final of BSCS',
    due: '2027-05-01 23:59',
    programs: ['bscs'],
    documents: ['code', 'thesis'],
  },
  { id: 'viva', title: 'Viva', due: '2027-05-20 23:59' },
];

async function openFormer(portal: Portal, seed: number) {
  const kind = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const db = openDatabase(await createEmptyDataLocation(portal, kind));
  await migrate(db, '0035-name-keys');
  const random = new SeededRandom(seed);
  const groups: { id: string; program: string; cohortId: string }[] = [];
  for (const code of ['2027', '2028']) {
    const id = randomUUID();
    const cohort = { id, name: code, name_key: code, code, code_key: code };
    await db
      .insertInto('cohorts')
      .values({ ...cohort, created_at: at })
      .execute();
    const setting = { scope: id, name: 'deadlines' as const, changed_at: at };
    const value = JSON.stringify(deadlines);
    await db
      .insertInto('settings')
      .values([
        { ...setting, version: 1, value: '[]' },
        { ...setting, version: 2, value: code === '2027' ? value : '[]' },
      ])
      .execute();
    for (const program of programs) groups.push({ id: randomUUID(), program, cohortId: id });
  }
  for (const [index, { id, program, cohortId }] of groups.entries()) {
    const keys = { name: `G${index}`, name_key: `g${index}` };
    await addGroups(db, 1, () => ({ id, program, cohort_id: cohortId, ...keys }));
    for (let version = 1; version <= 8; version += 1) {
      const documentKind = random.pick(kinds);
      await db
        .insertInto('documents')
        .values({
          id: randomUUID(),
          kind: documentKind,
          group_id: id,
          version,
          deadline_id: documentKind === 'report' ? random.pick(['november', 'removed']) : null,
          name: 'a.pdf',
          media_type: 'application/pdf',
          size: 1,
          sha256: '',
          uploaded_by_name: 'A student',
          uploaded_at: `2027-01-0${version}T10:00:00.000Z`,
        })
        .execute();
    }
  }
  await db.updateTable('cohorts').set({ closed_at: at }).where('code', '=', '2027').execute();
  return { db, groups };
}

describe('the migration that assigns files to deadlines', () => {
  test.for([1, 2, 3, 4, 5])(
    'submits each file for every deadline for which it counted before the migration (seed %i)',
    async (seed, { portal }) => {
      const { db, groups } = await openFormer(portal, seed);
      try {
        const former = await db.selectFrom('documents').selectAll().execute();
        await migrate(db, '0037-submissions');
        expect(await db.selectFrom('documents').selectAll().execute()).toEqual(former);
        const stored = await db.selectFrom('submissions').selectAll().execute();
        const byFile = Map.groupBy(stored, ({ document_id }) => document_id);
        for (const document of former) {
          const group = groups.find(({ id }) => id === document.group_id);
          const ownDeadlines = group?.cohortId === groups[0]?.cohortId ? deadlines : [];
          const asking = ownDeadlines
            .filter(({ programs = null }) => appliesToProgram({ programs }, group?.program ?? ''))
            .filter(({ documents = [] }) => documents.some((kind) => kind === document.kind))
            .map(({ id }) => id);
          // Previously, reports counted for their own deadline, and other files for all deadlines that required them.
          const expected = document.kind === 'report' ? [document.deadline_id] : asking;
          const assigned = byFile.get(document.id) ?? [];
          expect(assigned.map(({ deadline_id }) => deadline_id).toSorted()).toEqual(
            expected.toSorted(),
          );
          for (const { submitted_at, submitted_by_name } of assigned) {
            expect([submitted_at, submitted_by_name]).toEqual([document.uploaded_at, 'A student']);
          }
        }
      } finally {
        await db.destroy();
      }
    },
  );
});
