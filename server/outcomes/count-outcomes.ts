import type { ProgramResults } from '#contract/admin/outcomes.ts';
import { createOutcomeCounter, listOutcomes, listPlosOfProgram } from '#contract/rules/outcomes.ts';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import { toListEntryKey } from '#contract/values/listed.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';
import type { Db } from '#server/db/tables.ts';
import { type OutcomeCohort, type StudentOutcomes, streamStudents } from './read-students.ts';

/** Adds up the students of one program, or of all programs if `program` is null. */
function createProgramCounter(settings: OutcomeSettings, program: string | null) {
  const counter = createOutcomeCounter(settings);
  let students = 0;
  let unmarked = 0;
  const plos = program === null ? settings.plos : listPlosOfProgram(settings.plos, program);
  return {
    add({ attainments }: StudentOutcomes): void {
      students += 1;
      if (attainments.every(({ percent }) => percent === null)) unmarked += 1;
      counter.add(attainments);
    },
    summarise: (): ProgramResults => ({
      program,
      students,
      unmarked,
      plos: listOutcomes({ ...settings, plos, clos: [] }).map(({ code }) =>
        counter.summarise(code),
      ),
      clos: settings.clos.map(({ code }) => counter.summarise(code)),
    }),
  };
}

/** Adds up the students of the cohort in one pass. Returns all programs first, then each program by name. */
export async function countOutcomes(
  db: Db,
  cohort: OutcomeCohort,
  { program }: { program?: string | undefined } = {},
  onStudents: () => Promise<unknown> = async () => {},
): Promise<ProgramResults[]> {
  const { outcomes } = cohort;
  if (outcomes.clos.length === 0) return [];
  const all = createProgramCounter(outcomes, null);
  const byProgram = new Map<string, ReturnType<typeof createProgramCounter>>();
  // Groups may spell their program differently, and most of them spell it alike.
  const bySpelling = new Map<string, ReturnType<typeof createProgramCounter>>();
  for await (const students of streamStudents(db, cohort, program)) {
    for (const student of students) {
      all.add(student);
      bySpelling
        .getOrInsertComputed(student.program, (spelling) =>
          byProgram.getOrInsertComputed(toListEntryKey(spelling), () =>
            createProgramCounter(outcomes, spelling),
          ),
        )
        .add(student);
    }
    await onStudents();
  }
  const compare = createTextComparer();
  const programs = [...byProgram.values()].map((counter) => counter.summarise());
  return [all.summarise(), ...programs.sort((a, b) => compare(a.program ?? '', b.program ?? ''))];
}
