import type { MarkingScheme, SchemePart } from '#contract/rules/scheme.ts';

/** First of the two parts of a small marking scheme for unit tests. The second part is the viva. */
export const semesterPart: SchemePart = {
  title: 'Semester 7',
  milestones: [
    { key: 'proposal', title: 'Proposal', total: 10, weight: 10, markers: ['supervisor'] },
    { key: 'month1', title: 'Month 1', total: 10, weight: 10, markers: ['supervisor'] },
    { key: 'thesis', title: 'Thesis', total: 10, weight: 10, markers: ['supervisor'] },
  ],
};

export const vivaPart: SchemePart = {
  title: 'External Viva',
  viva: true,
  milestones: [
    {
      key: 'externalViva',
      title: 'External viva',
      total: 40,
      weight: 40,
      markers: ['externalExaminer'],
    },
  ],
};

export const smallScheme: MarkingScheme = { parts: [semesterPart, vivaPart] };
