import {
  type CertificatesStateName,
  certificatesStates,
} from '#contract/rules/certificates-state.ts';
import type {
  CertificatesFilter,
  MemberCertificatesSummary,
} from '#contract/students/certificates.ts';
import { sortTexts } from '#contract/values/sort-key.ts';
import { selectGroupsById } from '#server/groups/lists/scope-batches.ts';
import type { Services } from '#server/services.ts';
import { streamGroupSummaries } from '#server/summaries/read-summaries.ts';
import { createCertificatesReader } from '#server/summaries/summarise.ts';
import {
  type Asked,
  createProgramFilter,
  findStudents,
  readMembers,
  sortStudents,
} from './find-students.ts';

type Range = { offset: number; limit: number };
type StateCounts = Record<CertificatesStateName, number>;
type CountedGroup = { id: string; counts: StateCounts };
/** Consecutive students of the sorted list who belong to one group, and have this state if it is set. */
type Run = { id: string; state?: CertificatesStateName; students: number };

const zeroCounts = (): StateCounts => ({ missing: 0, incomplete: 0, unchecked: 0, complete: 0 });

/** The order of these lists, and the students on each page, follow from the summaries of the groups. */
export const isSortedBySummaries = ({ q, sort }: CertificatesFilter): boolean =>
  q === undefined && (sort === 'group' || sort === 'state');

/** Counts all students by their groups' summaries, and reads only the groups of the page, because each name takes time. */
export async function listPageBySummaries(services: Services, asked: Asked & { range: Range }) {
  const { filter, range } = asked;
  const { groups, counts, programs } = await countStudentsByGroup(services, asked);
  const { chosen, skipped, total } = chooseRuns(listRuns(groups, filter), range);
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const { db } = services;
  const scope = selectGroupsById(db, ids);
  const { rows } = await findStudents(services, { ...asked, scope }, (groupIds) =>
    readMembers(db, groupIds),
  );
  const isChosen = ({ groupId, state }: MemberCertificatesSummary) =>
    chosen.some((run) => run.id === groupId && (run.state ?? state) === state);
  const from = range.offset - skipped;
  const shown = sortStudents(rows.filter(isChosen), filter).slice(from, from + range.limit);
  return { rows: shown, total, counts, programs: sortTexts(programs) };
}

/** Returns the groups with the number of their students per state, and these numbers for all groups. */
async function countStudentsByGroup(services: Services, { scope, cohort, filter }: Asked) {
  const readState = createCertificatesReader(services.content.courses.rule);
  const isProgramWanted = createProgramFilter(filter);
  const counts = zeroCounts();
  const groups: CountedGroup[] = [];
  const programs = new Set<string>();
  const stateWithoutCertificates = readState().state;
  const batches = streamGroupSummaries(services, scope, cohort, {
    columns: ['program'],
    parts: ['certificates'],
  });
  for await (const batch of batches)
    for (const { id, program, students, certificates } of batch) {
      programs.add(program);
      if (!isProgramWanted(program)) continue;
      const ofGroup = zeroCounts();
      const texts = Object.values(certificates);
      for (const text of texts) ofGroup[readState(text).state] += 1;
      // A summary omits students who have neither certificates nor a merged PDF.
      ofGroup[stateWithoutCertificates] += Math.max(0, students - texts.length);
      for (const state of certificatesStates) counts[state] += ofGroup[state];
      groups.push({ id, counts: ofGroup });
    }
  return { groups, counts, programs };
}

/** Splits the sorted list into runs. Students with the same state are sorted by group, also in descending order. */
function listRuns(
  groups: readonly CountedGroup[],
  { sort, descending, state: wanted }: CertificatesFilter,
): Run[] {
  const states = certificatesStates.filter((state) => wanted === undefined || state === wanted);
  if (sort === 'group')
    return (descending ? groups.toReversed() : groups).map(({ id, counts }) => ({
      id,
      students: states.reduce((sum, state) => sum + counts[state], 0),
    }));
  return (descending ? states.toReversed() : states).flatMap((state) =>
    groups.map(({ id, counts }) => ({ id, state, students: counts[state] })),
  );
}

/** Returns the runs that the page overlaps, the number of students before these, and the number of all students. */
function chooseRuns(runs: readonly Run[], { offset, limit }: Range) {
  const chosen: Run[] = [];
  let total = 0;
  let skipped = 0;
  for (const run of runs) {
    const end = total + run.students;
    if (end <= offset) skipped = end;
    else if (total < offset + limit && run.students > 0) chosen.push(run);
    total = end;
  }
  return { chosen, skipped, total };
}
