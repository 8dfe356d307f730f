import { z } from 'zod';

/** The tabs of the faculty page; their names travel on the wire as `semester`. */
export const semesters = ['Semester 7', 'Semester 8', 'External Viva'] as const;
export const Semester = z.enum(semesters, 'Choose Semester 7, Semester 8 or External Viva.');
export type Semester = z.infer<typeof Semester>;

/** The 14 milestones in the order of spec 3, with their totals (spec 9). */
export const milestones = {
  proposal: { title: 'Proposal', total: 10, semester: 'Semester 7' },
  month1: { title: 'Month 1', total: 10, semester: 'Semester 7' },
  month2: { title: 'Month 2', total: 10, semester: 'Semester 7' },
  month3: { title: 'Month 3', total: 10, semester: 'Semester 7' },
  month4: { title: 'Month 4', total: 10, semester: 'Semester 7' },
  firstInternalViva: { title: 'First internal viva', total: 20, semester: 'Semester 7' },
  progressReport: { title: 'Progress report', total: 20, semester: 'Semester 7' },
  teamCollaboration: { title: 'Team collaboration', total: 10, semester: 'Semester 7' },
  month5: { title: 'Month 5', total: 10, semester: 'Semester 8' },
  month6: { title: 'Month 6', total: 10, semester: 'Semester 8' },
  similarityReport: { title: 'Similarity report', total: 10, semester: 'Semester 8' },
  thesis: { title: 'Thesis', total: 10, semester: 'Semester 8' },
  secondInternalViva: { title: 'Second internal viva', total: 20, semester: 'Semester 8' },
  externalViva: { title: 'External viva', total: 40, semester: 'External Viva' },
} as const satisfies Record<string, { title: string; total: number; semester: Semester }>;

export type Milestone = keyof typeof milestones;
export const milestoneKeys = Object.keys(milestones) as Milestone[];

export function perMilestone<T>(make: (milestone: Milestone) => T): Record<Milestone, T> {
  return Object.fromEntries(milestoneKeys.map((key) => [key, make(key)])) as Record<Milestone, T>;
}

export function milestonesOf(semester: Semester): Milestone[] {
  return milestoneKeys.filter((key) => milestones[key].semester === semester);
}

export function totalOf(keys: readonly Milestone[]): number {
  return keys.reduce((sum, key) => sum + milestones[key].total, 0);
}

/** What has been given so far; a milestone that is not marked yet counts 0 (spec 9). Rounded to two decimals. */
export function sumOf(
  entries: Partial<Record<Milestone, { marks: number | null }>>,
  keys: readonly Milestone[],
): number {
  const cents = keys.reduce((sum, key) => sum + Math.round((entries[key]?.marks ?? 0) * 100), 0);
  return cents / 100;
}

/** What has been given of what is marked so far: its sum, its total, and how many milestones that is. */
export function soFarOf(
  entries: Partial<Record<Milestone, { marks: number | null }>>,
  keys: readonly Milestone[],
): { sum: number; total: number; marked: number } {
  const marked = keys.filter((key) => typeof entries[key]?.marks === 'number');
  return { sum: sumOf(entries, marked), total: totalOf(marked), marked: marked.length };
}

/** A number as text, as older clients send what was typed (decisions); an empty one is none. What is no number stays text. */
const fromText = (text: string) => {
  const typed = text.trim();
  if (typed === '') return null;
  return /^[+-]?\d+(\.\d*)?$/.test(typed) ? Number(typed) : text;
};

/** Marks for one milestone: 0 to its total, at most two decimals; null means not marked yet. */
export function marksFor(milestone: Milestone) {
  const { title, total } = milestones[milestone];
  const [noNumber, range] = [
    `${title}: marks must be a number.`,
    `${title}: marks go from 0 to ${total}.`,
  ];
  const Marks = z
    .number(noNumber)
    .min(0, range)
    .max(total, range)
    .refine((value) => Math.round(value * 100) / 100 === value, {
      error: `${title}: marks have at most two decimals.`,
    })
    .nullable();
  const Text = z.string().max(20, { error: noNumber, abort: true }).transform(fromText);
  return z.union([z.number(), z.null(), Text], noNumber).pipe(Marks);
}
