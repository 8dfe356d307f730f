import type { Endpoint } from '#contract/endpoint.ts';

/**
 * Returns how often a request may wait for PostgreSQL (decision 58). A download that adds an audit entry is a save, too.
 */
export function getRoundTripBudget({ method, files, audit }: Endpoint): number {
  if (files) return 8;
  return method === 'GET' && !Array.isArray(audit) ? 3 : 6;
}

/** A list that computes outdated summaries, and exports whose repetition is counted in the first one's audit entry. */
const readsInSteps = {
  listCertificates: 4,
  exportBoard: 7,
  exportResultSheets: 7,
  exportMeetings: 9,
};

/** Reads that learn from the cohort or the group whether they need the meetings. */
const readsOfMeetings = {
  findDesk: 4,
  listMeetings: 4,
  findBoard: 5,
};

/** Saves of meetings, which find the group, check its state under the lock, and notify the other side. */
const savesOfMeetings = {
  bookSlot: 9,
  withdrawMeeting: 9,
  cancelSlot: 10,
  confirmMeeting: 11,
  dropCorrection: 11,
  tickStep: 11,
  proposeCorrection: 12,
  addMeeting: 14,
  changeMeeting: 14,
  correctMeeting: 17,
};

/** Saves of settings and cohorts, after which the process reads the settings again. */
const savesOfSettings = {
  updateCohort: 7,
  addCohort: 8,
  saveInstallation: 8,
  replaceTexts: 9,
  reopenCohort: 11,
  importSettings: 12,
  convertScheme: 13,
  closeCohort: 14,
};

/** Saves that need the result of one step to know the next one. */
const savesInSteps = {
  // Locks the announcement to learn its cohort, whose recipients it then reads.
  updateAnnouncement: 7,
  // Reads the members whom it notifies, and then their accounts.
  decideSimilarity: 7,
  // Returns the sign-up to its limits before it uses the link, because sign-ups lock in this order.
  confirmEmail: 9,
  // Saves marks, queues the emails about them and reads these, before it rolls back.
  previewMarks: 9,
  // Locks the groups, decides, writes the memberships, and reads the state afterwards for an undo.
  changePeople: 12,
  previewPeopleChange: 14,
  undoPeopleChange: 20,
  // Finds the member and the accounts, and finds them again under the locks.
  chooseAccount: 10,
  // Adds the group with the next free number, the members and then the files.
  submitProposal: 14,
};

/** Saves that lock and change several groups one after the other. */
const savesOfManyGroups = {
  setGroupDeadlines: 8,
  sendReminders: 10,
  importGroups: 17,
};

/** Endpoints above their budget, and how often each may wait. */
export const roundTripExceptions: Readonly<Record<string, number>> = {
  ...readsInSteps,
  ...readsOfMeetings,
  ...savesOfMeetings,
  ...savesOfSettings,
  ...savesInSteps,
  ...savesOfManyGroups,
};
