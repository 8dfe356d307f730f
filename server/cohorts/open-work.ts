import { createHash } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import type { OpenWork } from '#contract/settings/cohorts.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { listScheduledAnnouncements } from '#server/announcements/withdraw-scheduled.ts';
import { selectOpenCertificates } from '#server/certificates/open-certificates.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { findContestedMembers } from '#server/groups/claims/find-contested-members.ts';
import { findConfusableStaffNames } from '#server/groups/staff/find-confusable-names.ts';
import type { Caller } from '#server/http/serve.ts';
import { listMembersWithDueEmails } from '#server/marks/emails/due-emails.ts';
import { listOpenObjections } from '#server/objections/open-objections.ts';
import type { Services } from '#server/services.ts';
import {
  selectExtensionRequests,
  toExtensionRequests,
} from '#server/submissions/extension-requests.ts';
import { countUnfinishedWork } from './unfinished-work.ts';

export type StoredOpenWork = Awaited<ReturnType<typeof readOpenWork>>;

/** Returns a cohort's open work, such as undecided requests. Callers that settle it must lock the cohort first. */
export async function readOpenWork(db: Db, cohortId: string, modules: Modules) {
  const [certificates, requests, leaving, objections, announcements, groups, names, members] =
    await Promise.all([
      modules.certificates ? selectOpenCertificates(db, cohortId) : [],
      selectExtensionRequests(db)
        .where('decision', 'is', null)
        .where('groups.cohort_id', '=', cohortId)
        .orderBy('asked_at')
        .orderBy('extension_requests.id')
        .execute(),
      listLeaveRequests(db, cohortId),
      listOpenObjections(db),
      listScheduledAnnouncements(db, cohortId),
      groupsOf(db, cohortId),
      findConfusableStaffNames(db),
      findContestedMembers(db),
    ]);
  const named = names.unboundNames.flatMap((name) => name.groups.map(({ _id }) => _id));
  const unbound = [...new Set(named)].filter((id) => groups.has(id));
  const contested = members.filter(({ group }) => groups.has(group._id));
  const unchecked = certificates.filter(({ state }) => state === 'unchecked');
  const untold = certificates.filter(({ state }) => state !== 'unchecked');
  return {
    requests,
    leaving,
    objections: objections.filter((objection) => objection.cohortId === cohortId),
    announcements,
    unchecked,
    untold,
    unbound,
    contested,
  };
}

/** Returns the undecided requests of students to leave their group. */
const listLeaveRequests = (db: Db, cohortId: string) =>
  db
    .selectFrom('leave_requests')
    .innerJoin('members', 'members.id', 'leave_requests.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select('leave_requests.id')
    .where('leave_requests.decision', 'is', null)
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember)
    .execute();

async function groupsOf(db: Db, cohortId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('cohort_id', '=', cohortId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns keys for detecting changes to a cohort's open work. Excludes contested members (`contestedMemberCondition`). */
function keysOf(openWork: StoredOpenWork): string[] {
  return [
    ...[...openWork.requests, ...openWork.leaving].map(({ id }) => id),
    ...openWork.objections.map(({ _id }) => _id),
    ...openWork.announcements.map(({ id, version }) => `${id} ${version}`),
    ...[...openWork.unchecked, ...openWork.untold].map(
      ({ id, revision, state, reason }) => `${id} ${revision} ${state} ${reason}`,
    ),
    ...openWork.unbound,
  ].sort();
}

const digestOf = (openWork: StoredOpenWork) =>
  createHash('sha256')
    .update(JSON.stringify(keysOf(openWork)))
    .digest('hex');

/** Returns the open work of a cohort for display. Throws `not-found`. */
export async function findOpenWork(
  services: Services,
  caller: Caller,
  cohortId: string,
): Promise<OpenWork> {
  const { db, content } = services;
  const cohort = content.cohorts.find(({ _id }) => _id === cohortId);
  if (!cohort) throw new Problem('not-found', 'This session doesn’t exist.');
  const [openWork, membersWithDueEmails, emails, unfinished] = await readTogether(db, (reader) =>
    Promise.all([
      readOpenWork(reader, cohortId, content.modules),
      listMembersWithDueEmails(reader, cohortId),
      countEmails(reader, cohortId),
      countUnfinishedWork({ ...services, db: reader }, caller, cohort),
    ]),
  );
  const requests = await toExtensionRequests(db, content, openWork.requests, caller);
  return {
    seen: digestOf(openWork),
    isEmpty: keysOf(openWork).length === 0,
    requests: requests.map(({ fypGroupName, title, askedBy }) => ({
      fypGroupName,
      title,
      askedBy,
    })),
    leaving: openWork.leaving.length,
    objections: openWork.objections,
    announcements: openWork.announcements.map(({ title, publish_at }) => ({
      title,
      publishAt: publish_at,
    })),
    untold: countMembers(openWork.untold),
    unchecked: countMembers(openWork.unchecked),
    unbound: openWork.unbound.length,
    contested: openWork.contested.length,
    owed: membersWithDueEmails.length,
    ...emails,
    unfinished,
  };
}

const countMembers = (rows: readonly { member_id: string }[]) =>
  new Set(rows.map(({ member_id }) => member_id)).size;

async function countEmails(db: Db, cohortId: string) {
  return db
    .selectFrom('emails')
    .innerJoin('groups', 'groups.id', 'emails.group_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('queued'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .where('groups.cohort_id', '=', cohortId)
    .where('emails.sent_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Throws `stale-version` if the open work differs from the list that the caller has reviewed. */
export function requireUnchangedOpenWork(
  openWork: StoredOpenWork,
  name: string,
  seen: string | undefined,
): void {
  if (seen === undefined ? keysOf(openWork).length === 0 : seen === digestOf(openWork)) return;
  const counts = [
    [openWork.requests.length, 'extension request'],
    [openWork.leaving.length, 'request to leave a group', 'requests to leave a group'],
    [openWork.objections.length, 'objection'],
    [openWork.announcements.length, 'scheduled announcement'],
    [
      countMembers(openWork.untold),
      'student without an email about their certificates',
      'students without an email about their certificates',
    ],
    [
      countMembers(openWork.unchecked),
      'student with unchecked certificates',
      'students with unchecked certificates',
    ],
    [
      openWork.unbound.length,
      'group with staff who have no account',
      'groups with staff who have no account',
    ],
  ] as const;
  const phrases = counts.flatMap(([count, singular, plural = `${singular}s`]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? singular : plural}`],
  );
  const now = phrases.length === 0 ? 'nothing is open now' : `open now: ${phrases.join(', ')}`;
  const message = `${name} wasn’t closed, because its open work has changed or wasn’t reviewed; ${now}. Review the list and choose again.`;
  throw new Problem('stale-version', message);
}
