import type { OutcomeSettings } from '#contract/settings/outcomes.ts';

/** Learning outcomes of the sample department, the example in docs/assessment.md. PLO2 is different in two programs. */
export const buildSampleOutcomes = (): OutcomeSettings => ({
  studentPercent: 50,
  cohortPercent: 60,
  plos: [
    {
      code: 'PLO1',
      title: 'Problem analysis',
      description: 'Identify and analyse complex computing problems.',
    },
    {
      code: 'PLO2',
      title: 'Communication',
      description: 'Write and present for an audience.',
      programs: ['BSCS'],
    },
    {
      code: 'PLO2',
      title: 'Documentation',
      description: 'Document software for other engineers.',
      programs: ['BSSE'],
    },
  ],
  clos: [
    {
      code: 'CLO1',
      description: 'Analyse a problem and justify the chosen solution.',
      milestones: [
        { milestone: 'proposal', weight: 1 },
        { milestone: 'firstInternalViva', weight: 3 },
      ],
      plos: [{ plo: 'PLO1', weight: 2 }],
    },
    {
      code: 'CLO2',
      description: 'Report progress in writing.',
      milestones: [{ milestone: 'progressReport', weight: 1 }],
      plos: [
        { plo: 'PLO1', weight: 1 },
        { plo: 'PLO2', weight: 1 },
      ],
    },
  ],
});
