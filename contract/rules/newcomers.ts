import { isDueThisWeek } from './board-states.ts';
import type { Deadline } from './deadlines.ts';
import { isPerMember } from './document-kinds.ts';
import {
  buildSubmissionOf,
  type Completion,
  listRequiredFiles,
  Newcomer,
  type Submission,
  type SubmissionFacts,
  type SubmissionWithFiles,
  type SubmittingMember,
} from './submissions.ts';

/** Members who joined late owe their own files by a date of their own, and do not change the state of the group. */
export function buildSubmission(facts: SubmissionFacts, now: Date): SubmissionWithFiles {
  const { deadline, members, files, createdAt, agreed } = facts;
  const { otherMembers, newcomers } = splitMembers(deadline, members);
  const submission = buildSubmissionOf({ ...facts, members: otherMembers }, now);
  const documents = deadline.documents.filter((kind) => isPerMember(deadline, kind));
  if (newcomers.length === 0 || documents.length === 0) return submission;
  const ofNewcomers = newcomers.map(({ id, name, ownDue }) => {
    const ownFacts = {
      deadline: { ...deadline, documents },
      members: [{ id, name, ownDue: null }],
      files,
      createdAt,
      agreed: { due: laterOf(ownDue, submission.due), isExcused: agreed?.isExcused === true },
    };
    const built = buildSubmissionOf(ownFacts, now);
    const state = built.state === 'extended' ? 'open' : built.state;
    return { memberId: id, name, ...built, state };
  });
  return {
    ...submission,
    counted: [...submission.counted, ...ofNewcomers.flatMap(({ counted }) => counted)],
    // Nobody owes what was due before the group was created.
    ...(!submission.passedBeforeGroup && {
      newcomers: ofNewcomers.map((each) => Newcomer.parse(each)),
    }),
  };
}

const laterOf = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b);

/** Separates the members whose own date is after the deadline's common one. */
function splitMembers({ due }: Pick<Deadline, 'due'>, members: readonly SubmittingMember[]) {
  const isNewcomer = (member: SubmittingMember): member is SubmittingMember & { ownDue: string } =>
    member.ownDue !== null && Date.parse(member.ownDue) > Date.parse(due);
  return {
    otherMembers: members.filter((member) => !isNewcomer(member)),
    newcomers: members.filter(isNewcomer),
  };
}

/** Returns the newcomers with missing files, also if the date has passed. An excuse applies to them, too. */
export const listOwingNewcomers = ({ newcomers = [] }: Pick<Submission, 'newcomers'>): Newcomer[] =>
  newcomers.filter(({ missing, state }) => missing.length > 0 && state !== 'excused');

/** Returns whether a newcomer has missed a date of their own. */
export const hasOverdueNewcomer = (submission: Pick<Submission, 'newcomers'>): boolean =>
  listOwingNewcomers(submission).some(({ state }) => state === 'missed');

/** Returns whether a newcomer owes files by a date of their own within seven days. */
export const hasNewcomerDueThisWeek = (
  submission: Pick<Submission, 'newcomers'>,
  now: Date,
): boolean =>
  listOwingNewcomers(submission).some((newcomer) => isDueThisWeek(newcomer.state, newcomer, now));

/** Returns whether only newcomers owe files, by dates of their own that are not before this due date of the group. */
export function isOverriddenByNewcomers(
  submission: Pick<Submission, 'newcomers' | 'missing' | 'lateMs'>,
  due: string,
): boolean {
  // A later date can make the others' submission a timely one.
  if (submission.lateMs > 0) return false;
  const owing = listOwingNewcomers(submission);
  const isForOthers = submission.missing.length > 0 || owing.length === 0;
  return !isForOthers && owing.every((each) => Date.parse(each.due) >= Date.parse(due));
}

/**
 * Returns the submission as it concerns a member’s file of this kind: with their own date if they joined late. Without a
 * kind, returns what the member has to do next: their own files once the group misses nothing.
 */
export function getSubmissionOf<S extends Submission>(
  submission: S,
  memberId: string,
  kind?: string,
): S {
  const newcomer = submission.newcomers?.find((each) => each.memberId === memberId);
  const isOwn =
    kind === undefined ? submission.missing.length === 0 : newcomer?.documents.includes(kind);
  if (!newcomer || !isOwn) return submission;
  const { memberId: _, name: __, ...parts } = newcomer;
  return { ...submission, ...parts, newcomers: undefined };
}

/**
 * Returns when the first version of the last required file was submitted. Nobody owes anything if each member submits
 * the files and all members joined late.
 */
export function findCompletionTime(
  facts: Pick<SubmissionFacts, 'deadline' | 'members' | 'files'>,
): Completion {
  const { otherMembers } = splitMembers(facts.deadline, facts.members);
  const required = listRequiredFiles({ ...facts, members: otherMembers });
  if (required.length === 0 && facts.deadline.documents.length > 0) return 'owed-by-nobody';
  const firstVersions = required.map(({ versions }) =>
    Math.min(...versions.map(({ at }) => Date.parse(at))),
  );
  const latest = Math.max(...firstVersions);
  return Number.isFinite(latest) ? new Date(latest) : undefined;
}
