// Everybody working at once on a portal that fails under them, and the journal of what they asked for.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type UploadKind, uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import { submitProposal } from '#contract/proposals.ts';
import { Caller } from '#tools/test/caller.ts';
import { aProposal, fileOf } from '#tools/test/people.ts';
import { pdf, zip } from '#tools/test/sample-files.ts';
import { milestonesOfPart } from '#tools/test/scheme.ts';
import { type Account, addMates, type Group } from './fixtures.ts';
import type { Random } from './random.ts';

/** One cell of a save, or with `viva` the viva's record; `tag` is its feedback, which no other save has. */
export type SavedCell = { memberId: string | null; part: string; tag: string };

/** What a client asks for. */
type Asked =
  | { kind: 'marks'; groupId: string; cells: SavedCell[] }
  | { kind: 'upload'; groupId: string; name: string; sha256: string; url: string; token: string }
  | { kind: 'group'; title: string; members: number }
  | { kind: 'emails'; groupId: string; queued: number };
export const kinds = ['marks', 'upload', 'group', 'emails'] as const satisfies Asked['kind'][];
export type Kind = (typeof kinds)[number];

type Result = {
  /** Once the whole reply has arrived. */
  isAcknowledged: boolean;
  /** When the request was handed to the network and its reply was there, by the process's own clock. */
  askedAt?: number;
  repliedAt?: number;
  /** Why no reply came at all, when none did. */
  broken?: string;
};
export type Effect = Asked & Result;

/** What all clients asked for, in the order of asking. */
export class Journal {
  readonly effects: Effect[] = [];
  /** Refusals: none of these requests should ever be refused. */
  readonly refusals: string[] = [];
  /** Of each cell the revision that was read last: a save says it, as a browser's does. */
  readonly revisions: Map<string, number>;
  /** Replies that the portal cannot serve now. */
  unavailable = 0;
  #tags: { last: number };

  /** After `before` it says its words no second time, and knows what that read. */
  constructor(before?: Journal) {
    this.revisions = before?.revisions ?? new Map();
    this.#tags = before ? before.#tags : { last: 0 };
  }

  /** A word that occurs nowhere else. */
  tag(): string {
    this.#tags.last += 1;
    return `tag${this.#tags.last}x`;
  }

  /** Written down before it is asked for, so that nothing the portal may have done is unknown. */
  ask<A extends Asked>(asked: A): A & Result {
    const effect: A & Result = { ...asked, isAcknowledged: false as boolean };
    this.effects.push(effect);
    return effect;
  }

  /** Sends, and writes down what came of it. Throws what `send` throws. */
  async replied<R>(effect: Result, send: () => Promise<R>): Promise<R> {
    effect.askedAt = performance.now();
    try {
      const reply = await send();
      effect.isAcknowledged = true;
      return reply;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && 'code' in cause ? `${cause.code}: ` : '';
      if (!(error instanceof Problem))
        effect.broken = `${code}${cause instanceof Error ? cause.message : cause}`;
      throw error;
    } finally {
      effect.repliedAt = performance.now();
    }
  }

  get acknowledged(): Effect[] {
    return this.effects.filter(({ isAcknowledged }) => isAcknowledged);
  }
}

export type Work = { url: string; journal: Journal; random: Random; isOver?: () => boolean };

/** Everybody works until the portal is gone, or until it is over; newcomers submit one proposal each. */
export async function workUntilGone(
  work: Work,
  groups: readonly Group[],
  newcomers: readonly Account[],
): Promise<void> {
  await Promise.all([
    ...groups.flatMap((group) => [
      repeat(work, () => mark(work, group, 'Semester 7', group.supervisor.token)),
      repeat(work, () => mark(work, group, 'Semester 8', group.admin.token)),
      repeat(work, () => mark(work, group, 'External Viva', group.examiner.token)),
      repeat(work, () => upload(work, group)),
      repeat(work, async () => {
        // Now and then, so that there are emails of several saves.
        await sleep(work.random.whole(0, 120));
        await sendEmails(work, group);
      }),
    ]),
    ...newcomers.map((student) => once(work, () => propose(work, student))),
  ]);
}

/** With a moment's rest in between: without any, saves alone fill the portal, and hardly an upload gets through. */
async function repeat(work: Work, operation: () => Promise<void>) {
  while (!work.isOver?.() && (await once(work, operation))) await sleep(work.random.whole(0, 40));
}

/** Whether the portal replied; a refusal is a reply, and written down. */
async function once({ journal }: Work, operation: () => Promise<void>): Promise<boolean> {
  try {
    await operation();
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

export const mark = (work: Work, group: Group, tab: string, token: string) =>
  prepareSave(work, group, tab, token)(work.url);

/** A save of some cells that can be sent again as it is. */
export function prepareSave(
  { journal, random }: Omit<Work, 'url'>,
  { groupId, memberIds }: Group,
  semester: string,
  token: string,
) {
  const own = milestonesOfPart(semester).map(({ key }) => key);
  const marks: Record<string, Record<string, object>> = {};
  const cells: SavedCell[] = random.some(memberIds).flatMap((memberId) =>
    random.some(own).map((part) => {
      const tag = journal.tag();
      const revision = journal.revisions.get(`${memberId} ${part}`);
      const cell = { marks: random.whole(0, 10), feedback: tag, revision };
      marks[memberId] = { ...marks[memberId], [part]: cell };
      return { memberId, part, tag };
    }),
  );
  const vivaFeedback = semester === 'External Viva' ? journal.tag() : undefined;
  if (vivaFeedback) cells.push({ memberId: null, part: 'viva', tag: vivaFeedback });
  const asked = journal.ask({ kind: 'marks', groupId, cells });
  const body = { semester, groupId, marks, vivaFeedback };
  return async (url: string) => {
    const { group } = await journal.replied(asked, () =>
      new Caller(url, token).call(saveMarks, { body }),
    );
    for (const member of group.fypGroupMembers)
      for (const part of own)
        journal.revisions.set(`${member._id} ${part}`, member[part]?.revision ?? 0);
  };
}

/** A file with a name of its own, and its entry in the journal. */
export function prepareUpload(
  journal: Journal,
  { groupId, student: { token } }: Group,
  make: (tag: string) => { content: Buffer; ending: string },
) {
  const tag = journal.tag();
  const { content, ending } = make(tag);
  const name = `${tag}.${ending}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const asked = journal.ask({ kind: 'upload', groupId, name, sha256, url: '', token });
  return { asked, file: fileOf(content, name) };
}

export async function upload({ url, journal, random }: Work, group: Group) {
  const kind = random.pick(['thesis', 'similarity', 'code'] as const satisfies UploadKind[]);
  const { asked, file } = prepareUpload(journal, group, (tag) =>
    kind === 'code'
      ? { content: zip({ [`${tag}.txt`]: tag.repeat(random.whole(1, 20_000)) }), ending: 'zip' }
      : {
          content: pdf({
            title: tag,
            bytes: random.whole(1000, kind === 'thesis' ? 400_000 : 5000),
          }),
          ending: 'pdf',
        },
  );
  const { email, token } = group.student;
  const { document } = await journal.replied(asked, () =>
    new Caller(url, token).call(uploadDocument, { params: { kind, email }, body: { file } }),
  );
  asked.url = document.url;
}

export async function sendEmails(
  { url, journal }: Omit<Work, 'random'>,
  { groupId, supervisor }: Group,
) {
  const asked = journal.ask({ kind: 'emails', groupId, queued: 0 });
  const { queued } = await journal.replied(asked, () =>
    new Caller(url, supervisor.token).call(mailGroup, { params: { groupId } }),
  );
  asked.queued = queued;
}

async function propose(work: Work, student: Account) {
  await sleep(work.random.whole(0, 300));
  await prepareProposal(work.journal, student, work.random.whole(0, 2))(work.url);
}

/** A proposal that can be sent again as it is. */
export function prepareProposal(journal: Journal, student: Account, mates: number) {
  const title = journal.tag();
  const asked = journal.ask({ kind: 'group', title, members: 1 + mates });
  const body = aProposal([student, ...addMates(mates)], { title });
  return async (url: string) => {
    await journal.replied(asked, () =>
      new Caller(url, student.token).call(submitProposal, { body }),
    );
  };
}
