import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type UploadKind, uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { milestoneKeys, milestones, type Semester } from '#contract/milestones.ts';
import { Problem } from '#contract/problem.ts';
import { submitProposal } from '#contract/proposals.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, aProposal, emailOf, fileOf } from '#tools/test/people.ts';
import { pdf, zip } from '#tools/test/sample-files.ts';
import type { Journal, SavedCell } from './journal.ts';
import type { Random } from './random.ts';

/** A group that is worked on, with the tokens of those who do. */
export type Scene = {
  groupId: string;
  memberIds: string[];
  student: { email: string; token: string };
  supervisor: string;
  examiner: string;
  admin: string;
};

export type Student = { name: string; email: string; token: string };

export type Work = { url: string; journal: Journal; random: Random; isOver?: () => boolean };

/** Everybody working at once until the portal is gone, or until they are told that it is over. */
export async function workUntilGone(
  work: Work,
  scenes: readonly Scene[],
  newcomers: readonly Student[],
): Promise<void> {
  await Promise.all([
    ...scenes.flatMap((scene) => [
      repeat(work, () => mark(work, scene, 'Semester 7', scene.supervisor)),
      repeat(work, () => mark(work, scene, 'Semester 8', scene.admin)),
      repeat(work, () => mark(work, scene, 'External Viva', scene.examiner)),
      repeat(work, () => upload(work, scene)),
      repeat(work, () => sendEmails(work, scene)),
    ]),
    ...newcomers.map((student) => once(work, () => propose(work, student))),
  ]);
}

/** With a moment's rest in between: without any, saves alone fill the portal, and hardly an upload gets through. */
async function repeat(work: Work, act: () => Promise<void>) {
  while (!work.isOver?.() && (await once(work, act))) await sleep(work.random.whole(0, 40));
}

/** Whether the portal answered; a refusal is an answer, and written down. */
async function once({ journal }: Work, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) return false;
    if (error.code !== 'unavailable') {
      journal.refusals.push(`${error.code}: ${error.message}`);
      return true;
    }
    // Going down, or without its database, it may say so, and when to come back.
    journal.unavailable += 1;
    if (!error.details.retryAfter) journal.refusals.push(`no time to come back: ${error.message}`);
    await sleep(100);
    return true;
  }
}

export const mark = (work: Work, scene: Scene, tab: Semester, token: string) =>
  aSave(work, scene, tab, token)(work.url);

/** A save that can be sent again as it is. */
export function aSave(
  { journal, random }: Omit<Work, 'url'>,
  scene: Scene,
  tab: Semester,
  token: string,
) {
  const own = milestoneKeys.filter((key) => milestones[key].semester === tab);
  const cells: SavedCell[] = random
    .some(scene.memberIds)
    .flatMap((memberId) =>
      random.some(own).map((part) => ({ memberId, part, tag: journal.tag() })),
    );
  const marks: Record<string, Record<string, object>> = {};
  for (const { memberId, part, tag } of cells) {
    marks[String(memberId)] = {
      ...marks[String(memberId)],
      [part]: {
        marks: random.whole(0, 10),
        feedback: tag,
        revision: journal.revisions.get(`${memberId} ${part}`),
      },
    };
  }
  const viva: SavedCell[] =
    tab === 'External Viva' ? [{ memberId: null, part: 'viva', tag: journal.tag() }] : [];
  const { groupId } = scene;
  const asked = journal.ask({
    kind: 'marks',
    groupId,
    cells: [...cells, ...viva],
  });
  return async (url: string) => {
    const reply = await journal.answered(asked, () =>
      new Caller(url, token).call(saveMarks, {
        body: { semester: tab, groupId, marks, vivaFeedback: viva[0]?.tag },
      }),
    );
    for (const member of reply.group.fypGroupMembers) {
      for (const part of own) journal.revisions.set(`${member._id} ${part}`, member[part].revision);
    }
  };
}

export async function upload({ url, journal, random }: Work, { groupId, student }: Scene) {
  const tag = journal.tag();
  const [kind, content] = [
    ['thesis', pdf({ title: tag, bytes: random.whole(1000, 400_000) })],
    ['similarity', pdf({ title: tag, bytes: random.whole(1000, 5000) })],
    ['code', zip({ [`${tag}.txt`]: tag.repeat(random.whole(1, 20_000)) })],
  ][random.whole(0, 2)] as [UploadKind, Buffer];
  const name = `${tag}.${kind === 'code' ? 'zip' : 'pdf'}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { token } = student;
  const asked = journal.ask({
    kind: 'upload',
    groupId,
    name,
    sha256,
    url: '',
    token,
  });
  const { document } = await journal.answered(asked, () =>
    new Caller(url, token).call(uploadDocument, {
      params: { kind, email: student.email },
      body: { file: fileOf(content, name) },
    }),
  );
  asked.url = document.url;
}

/** Asks for the emails that are owed now and then, so that there are some of several saves. */
async function sendEmails(work: Work, scene: Scene) {
  await sleep(work.random.whole(0, 120));
  await askForEmails(work, scene);
}

export async function askForEmails(
  { url, journal }: Omit<Work, 'random'>,
  { groupId, supervisor }: Scene,
) {
  const asked = journal.ask({ kind: 'emails', groupId, queued: 0 });
  const { queued } = await journal.answered(asked, () =>
    new Caller(url, supervisor).call(mailGroup, { params: { groupId } }),
  );
  asked.queued = queued;
}

export async function propose(work: Work, student: Student) {
  await sleep(work.random.whole(0, 300));
  const mates = Array.from({ length: work.random.whole(0, 2) }, () => {
    const name = aName('Mate');
    return { name, email: emailOf(name) };
  });
  await aSubmission(work, student, mates)(work.url);
}

/** A proposal that can be sent again as it is. */
export function aSubmission(
  { journal }: Pick<Work, 'journal'>,
  student: Student,
  mates: { name: string; email: string }[],
) {
  const title = journal.tag();
  const asked = journal.ask({ kind: 'group', title, members: 1 + mates.length });
  const body = aProposal([student, ...mates], { title });
  return async (url: string) => {
    await journal.answered(asked, () =>
      new Caller(url, student.token).call(submitProposal, { body }),
    );
  };
}
