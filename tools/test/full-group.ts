import type { FullGroup, MarkEntry } from '#contract/groups.ts';

const unmarked: MarkEntry = { marks: null, feedback: null, revision: 0 };

/** Builds a member with the milestones of `smallScheme`. */
export const buildFullMember = (
  _id: string,
  proposal = unmarked,
): FullGroup['fypGroupMembers'][number] =>
  Object.assign(
    {} as Record<string, MarkEntry>,
    { proposal, month1: unmarked, thesis: unmarked, externalViva: unmarked },
    {
      _id,
      name: `Member ${_id}`,
      fathername: 'Father',
      roll: `F22-${_id}`,
      email: `${_id}@university.test`,
      phone: '+92 3001234567',
      feeProofPath: null,
      certificatePath: null,
    },
  );

export const buildFullGroup = (...fypGroupMembers: FullGroup['fypGroupMembers']): FullGroup => ({
  _id: 'group',
  cohortId: null,
  fypGroupName: 'BSCS-2027-001',
  program: 'BSCS',
  fypTitle: 'A title',
  fypCategory: 'Networking',
  supervisor: 'Dr. A',
  supervisorId: 'a',
  externalExaminer: null,
  externalExaminerId: null,
  claimedMemberIds: [],
  proposalUrl: null,
  thesisUrl: null,
  similarityReportUrl: null,
  projectCodeUrl: null,
  externalVivaDetails: { vivaDate: null, vivaStatus: null, vivaFeedback: null, revision: 0 },
  earlierVivas: [],
  documents: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  fypGroupMembers,
  version: 3,
  changedAt: '2026-11-01T00:00:00.000Z',
  changedBy: null,
  deletedAt: null,
});
