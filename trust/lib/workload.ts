// Simulates concurrent users and keeps a journal of the writes that they requested.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { type EditConflict, Problem } from '#contract/problem.ts';
import type { UploadKind } from '#contract/rules/document-kinds.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { buildProposal, toFile } from '#tools/test/people.ts';
import { getMilestonesOfPart } from '#tools/test/scheme.ts';
import { type Account, createMembersWithoutAccount, type Group } from './fixtures.ts';
import type { SeededRandom } from './random.ts';

export const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const workloadEffectKinds = ['marks', 'upload', 'group', 'emails'] as const;
export type WorkloadEffectKind = (typeof workloadEffectKinds)[number];

type RequestedEffect = {
  kind: WorkloadEffectKind;
  groupId?: string;
  /** Unique texts that the write stores, each with an entry of the group's history. */
  tags: readonly string[];
  /** Where a text belongs: a member's milestone, or a file with this SHA-256. */
  places?: ReadonlyMap<string, string>;
  /** Number of emails that the reply reports as queued. */
  queued?: number;
};
export type WorkloadEffect = RequestedEffect & {
  isAcknowledged: boolean;
  /** Times of the request and of the reply, as returned by `performance.now()`. */
  askedAt: number;
  repliedAt?: number;
  networkError?: string;
};

/** Journal of all requested writes (effects), in the order of the requests. */
export class WorkloadJournal {
  readonly effects: WorkloadEffect[] = [];
  /** Errors of requests that the portal rejected. It should not reject any request of the workload. */
  readonly refusals: string[] = [];
  /** Latest known revision of each cell. The next save of a cell sends this revision. */
  readonly revisions = new Map<string, number>();
  unavailable = 0;
  #lastTag = 0;
  /** Tags of writes with an unknown outcome. */
  readonly #lostTags = new Set<string>();

  nextTag(): string {
    this.#lastTag += 1;
    return `tag${this.#lastTag}x`;
  }

  /** Records the effect before its request is sent, so that the journal also contains requests whose reply is lost. */
  async record<R>(requested: RequestedEffect, send: (effect: WorkloadEffect) => Promise<R>) {
    const askedAt = performance.now();
    const effect: WorkloadEffect = { ...requested, isAcknowledged: false, askedAt };
    this.effects.push(effect);
    try {
      const reply = await send(effect);
      effect.isAcknowledged = true;
      return reply;
    } catch (error) {
      if (!(error instanceof Problem))
        effect.networkError = `${error instanceof Error ? (error.cause ?? error) : error}`;
      // Without a reply, or after the error `unavailable`, it is unknown whether the write was committed.
      if (!(error instanceof Problem) || error.code === 'unavailable')
        for (const tag of effect.tags) this.#lostTags.add(tag);
      throw error;
    } finally {
      effect.repliedAt = performance.now();
    }
  }

  /** Stores the revisions of the conflicting cells. Returns true if earlier saves with an unknown outcome explain all conflicts. */
  acceptConflicts(conflicts: readonly EditConflict[]): boolean {
    for (const { memberId, milestone, revision } of conflicts)
      this.revisions.set(`${memberId} ${milestone}`, revision);
    const isLost = ({ feedback }: EditConflict) =>
      feedback !== null && this.#lostTags.has(feedback);
    return conflicts.length > 0 && conflicts.every(isLost);
  }

  get acknowledged(): WorkloadEffect[] {
    return this.effects.filter(({ isAcknowledged }) => isAcknowledged);
  }
}

export type Workload = {
  url: string;
  journal: WorkloadJournal;
  random: SeededRandom;
  isOver?: () => boolean;
};

/** Runs until `isOver` returns true or the portal stops replying. Each student in `newcomers` submits one proposal. */
export async function runWorkload(
  workload: Workload,
  groups: readonly Group[],
  newcomers: readonly Account[],
): Promise<void> {
  await Promise.all([
    runMarking(workload, groups),
    ...groups.map((group) => repeatOperation(workload, () => uploadRandomFile(workload, group))),
    ...newcomers.map(async (student) => {
      await sleep(workload.random.whole(0, 300));
      await tryOperation(workload, () => submitRandomProposal(workload, student));
    }),
  ]);
}

/** Saves marks and requests their emails until the workload ends. */
export async function runMarking(workload: Workload, groups: readonly Group[]): Promise<void> {
  await Promise.all(
    groups.flatMap((group) => [
      repeatOperation(workload, () =>
        saveRandomMarks(workload, group, 'Semester 7', group.supervisor.token),
      ),
      repeatOperation(workload, () =>
        saveRandomMarks(workload, group, 'Semester 8', group.admin.token),
      ),
      repeatOperation(workload, () =>
        saveRandomMarks(workload, group, 'External Viva', group.examiner.token),
      ),
      repeatOperation(workload, async () => {
        // Pause between requests for emails, so that one email can cover several saves.
        await sleep(workload.random.whole(0, 120));
        await sendEmails(workload, group);
      }),
    ]),
  );
}

/** Repeats an operation until the workload ends. Pauses each time, because constant saves would starve the uploads. */
async function repeatOperation(workload: Workload, operation: () => Promise<void>) {
  while (!workload.isOver?.() && (await tryOperation(workload, operation)))
    await sleep(workload.random.whole(0, 40));
}

/** Runs an operation. Records the error if the portal rejects it. Returns whether the portal replied. */
async function tryOperation(
  { journal }: Workload,
  operation: () => Promise<void>,
): Promise<boolean> {
  try {
    await operation();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) return false;
    const { code, details } = error;
    if (code === 'mark-changed' && journal.acceptConflicts(details.conflicts ?? [])) return true;
    // On a busy machine, a request can arrive too late. Nothing of it is stored.
    if (code === 'too-slow') return true;
    if (error.code !== 'unavailable') {
      const storedTags = details.conflicts?.map(({ feedback }) => feedback) ?? [];
      journal.refusals.push(`${error.code}: ${error.message} ${storedTags}`);
      return true;
    }
    // Status 503 is allowed while the portal stops or cannot reach its database, but only with a Retry-After header.
    journal.unavailable += 1;
    if (!error.details.retryAfter) journal.refusals.push(`no Retry-After: ${error.message}`);
    await sleep(100);
    return true;
  }
}

/** Saves marks and feedback in random cells of a tab. */
export async function saveRandomMarks(
  { url, journal, random }: Workload,
  { groupId, memberIds }: Group,
  semester: string,
  token: string,
) {
  const parts = getMilestonesOfPart(semester).map(({ key }) => key);
  const places = new Map<string, string>();
  const createTag = (place: string) => {
    const tag = journal.nextTag();
    places.set(tag, place);
    return tag;
  };
  const buildCell = (memberId: string, part: string) => ({
    marks: random.whole(0, 10),
    feedback: createTag(`${memberId} ${part}`),
    revision: journal.revisions.get(`${memberId} ${part}`),
  });
  const marks = Object.fromEntries(
    random.sample(memberIds).map((memberId) => {
      const cells = random.sample(parts).map((part) => [part, buildCell(memberId, part)]);
      return [memberId, Object.fromEntries(cells)];
    }),
  );
  const vivaFeedback = semester === 'External Viva' ? createTag('null viva') : undefined;
  const body = { semester, groupId, marks, vivaFeedback };
  const { group } = await journal.record(
    { kind: 'marks', groupId, tags: [...places.keys()], places },
    () => new ApiCaller(url, token).call(saveMarks, { body }),
  );
  for (const member of group.fypGroupMembers)
    for (const part of parts)
      journal.revisions.set(`${member._id} ${part}`, member[part]?.revision ?? 0);
}

export async function uploadRandomFile(
  { url, journal, random }: Workload,
  { groupId, student: { email, token } }: Group,
) {
  const kind = random.pick(['thesis', 'similarity', 'code'] as const satisfies UploadKind[]);
  const tag = journal.nextTag();
  const isCode = kind === 'code';
  const content = isCode
    ? buildZip({ [`${tag}.txt`]: tag.repeat(random.whole(1, 20_000)) })
    : buildPdf({ title: tag, bytes: random.whole(1000, kind === 'thesis' ? 400_000 : 5000) });
  const name = `${tag}.${isCode ? 'zip' : 'pdf'}`;
  const body = { file: toFile(content, name) };
  const places = new Map([[name, hashBytes(content)]]);
  await journal.record({ kind: 'upload', groupId, tags: [name], places }, () =>
    new ApiCaller(url, token).call(uploadDocument, { params: { kind, email }, body }),
  );
}

export async function sendEmails(
  { url, journal }: Workload,
  { groupId, supervisor }: Group,
): Promise<void> {
  await journal.record({ kind: 'emails', groupId, tags: [] }, async (effect) => {
    const caller = new ApiCaller(url, supervisor.token);
    effect.queued = (await caller.call(mailGroup, { params: { groupId } })).queued;
  });
}

export async function submitRandomProposal(
  { url, journal, random }: Workload,
  student: Account,
): Promise<void> {
  const title = journal.nextTag();
  const mates = createMembersWithoutAccount(random.whole(0, 2));
  const body = buildProposal([student, ...mates], { title });
  await journal.record({ kind: 'group', tags: [title] }, () =>
    new ApiCaller(url, student.token).call(submitProposal, { body }),
  );
}
