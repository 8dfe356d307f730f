import type { Consequence, NewMember } from '#contract/people.ts';
import { findMilestone, listMilestones } from '#contract/rules/scheme.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import { findOwnDueDate } from '#server/groups/membership/own-due-dates.ts';
import {
  findSupervisingExaminerWarning,
  isSupervisorExaminer,
} from '#server/groups/roles/supervising-examiners.ts';
import type { ChangeFacts, Member } from './change-facts.ts';
import { joinNames } from './format-change.ts';
import type { ChangePlan } from './plan-change.ts';

type Texts = Record<Exclude<Consequence['about'], 'marks'>, string>;

/** Describes what a change causes to marks, files, rights and reminders. Call this after the change, before it is rolled back. */
export async function describeConsequences(
  { trx, services, now }: JobWriteContext,
  facts: ChangeFacts,
  plan: ChangePlan,
): Promise<Consequence[]> {
  const { timeZone } = services.config;
  const { rules } = (facts.target ?? facts.source).cohort;
  const due = formatDateTime(findOwnDueDate({ timeZone, rules, now }), timeZone);
  if (facts.change.kind === 'join')
    return describeJoin(facts.source.group.name, facts.change.member, due);
  const texts =
    facts.change.kind === 'supervisor'
      ? describeSupervisor(facts)
      : describeMembers(facts, plan, due);
  return [
    ...(await describeMarks(trx, facts, plan)),
    { about: 'files', text: texts.files },
    { about: 'rights', text: texts.rights },
    ...(await warnOfSharedStaff(trx, facts)),
    { about: 'reminders', text: texts.reminders },
  ];
}

async function warnOfSharedStaff(db: Db, { change, source }: ChangeFacts): Promise<Consequence[]> {
  if (change.kind !== 'supervisor') return [];
  const text = await findSupervisingExaminerWarning(db, source.group.id);
  return text === undefined ? [] : [{ about: 'rights', text }];
}

/** Sentence about the files of members who join, return or move. */
const describeOwnDue = (due: string) =>
  `Personal files, such as certificates, are due by ${due} if their deadline is earlier. What the group submitted still counts as on time.`;

const describeJoin = (group: string, { name }: NewMember, due: string): Consequence[] => [
  {
    about: 'marks',
    text: `${name} has no marks yet, so every milestone still has to be marked for them.`,
  },
  {
    about: 'files',
    text: `${name} can open the files of ${group}. Their fee proof is missing. ${describeOwnDue(due)}`,
  },
  {
    about: 'rights',
    text: `${name} can upload files and request extensions in ${group}, once they have an account with this email.`,
  },
  { about: 'reminders', text: `Reminders and emails about ${group} go to ${name}, too.` },
];

/** Names the marked milestones whose marks are copied to the other group. */
function describeCopies(
  { change, source: { cohort }, target }: ChangeFacts,
  marked: ReadonlySet<string> | undefined,
): string {
  const keys = 'copyMarks' in change ? change.copyMarks.filter((key) => marked?.has(key)) : [];
  const titles = keys.map((key) => findMilestone(cohort.scheme, key)?.title ?? key);
  return titles.length === 0
    ? `None is copied to ${target?.group.name}.`
    : `Copied to ${target?.group.name}: ${joinNames(titles)}.`;
}

async function describeMarks(
  db: Db,
  facts: ChangeFacts,
  { members, become }: ChangePlan,
): Promise<Consequence[]> {
  const { source } = facts;
  const { cohort } = source;
  if (members.length === 0) {
    return [{ about: 'marks', text: 'All marks and feedback stay as they are.' }];
  }
  const marked = await readMarkedMilestones(db, members);
  const getEnd = (id: string) =>
    ({
      former:
        'They keep these marks and can read them with the feedback, but averages no longer include them.',
      current: 'Averages and progress include these marks again.',
      moved: `These marks stay in ${source.group.name}, where the person can read them. ${describeCopies(facts, marked.get(id))}`,
    })[become];
  return members.map(({ id, name }): Consequence => {
    const titles = listMilestones(cohort.scheme)
      .filter(({ key }) => marked.get(id)?.has(key))
      .map(({ title }) => title);
    if (titles.length === 0) return { about: 'marks', text: `${name} has no marks yet.` };
    return { about: 'marks', text: `${name} is marked for ${joinNames(titles)}. ${getEnd(id)}` };
  });
}

async function readMarkedMilestones(db: Db, members: readonly Member[]) {
  const ids = JSON.stringify(members.map(({ id }) => id));
  const rows = await db
    .selectFrom('marks')
    .select(['member_id', 'milestone'])
    .where(isIdInJsonArray(db, 'member_id', ids))
    .where((eb) => eb.or([eb('marks', 'is not', null), eb('feedback', 'is not', null)]))
    .execute();
  const byMember = new Map<string, Set<string>>();
  for (const { member_id, milestone } of rows)
    byMember.getOrInsertComputed(member_id, () => new Set()).add(milestone);
  return byMember;
}

function describeMembers(
  { source, target }: ChangeFacts,
  { members, become, isDissolved }: ChangePlan,
  due: string,
): Texts {
  const names = joinNames(members.map(({ name }) => name)) || 'Nobody';
  const [group, other] = [source.group.name, target?.group.name];
  const stay = isDissolved
    ? `The files of the group go to the bin with ${group}.`
    : `The files of the group stay with ${group}.`;
  if (become === 'former') {
    return {
      files: `${stay} Personal files stay there, too. ${names} can still open their own files, but not the group’s.`,
      rights: `${names} can no longer change anything in ${group}, and may join another group.`,
      reminders: `Reminders, announcements and emails about ${group} no longer go to ${names}. Emails that haven’t been sent yet are withdrawn.`,
    };
  }
  if (become === 'current') {
    return {
      files: `${names} can open the files of ${group} again. ${describeOwnDue(due)}`,
      rights: `${names} can upload files and request extensions in ${group} again.`,
      reminders: `Reminders and emails about ${group} go to ${names} again.`,
    };
  }
  return {
    files: `${stay} Personal files, such as the fee proof and certificates, move to ${other}. ${describeOwnDue(due)}`,
    rights: `${names} can work in ${other} and no longer in ${group}.`,
    reminders: `Reminders and emails about ${other} go to ${names}; those about ${group} no longer do.`,
  };
}

function describeSupervisor({ change, source: { group } }: ChangeFacts): Texts {
  const next = change.kind === 'supervisor' ? change.supervisor : '';
  const end = isSupervisorExaminer(group)
    ? `${group.supervisor} still can, as the external examiner.`
    : `${group.supervisor} no longer can.`;
  return {
    files: `${next} can open the files of ${group.name}. ${end}`,
    rights: `${next} can mark ${group.name}. ${end} If ${next} has no account yet, they get these rights once they have one.`,
    reminders: `Emails about ${group.name} go to ${next} instead of ${group.supervisor}.`,
  };
}
