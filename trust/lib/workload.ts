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

/** A cell that a request saves. `part` is a milestone or `viva`. `tag` is the unique feedback text in the cell. */
export type SavedCell = { memberId: string | null; part: string; tag: string };

type RequestedEffect =
  | { kind: 'marks'; groupId: string; cells: SavedCell[] }
  | { kind: 'upload'; groupId: string; name: string; sha256: string; url: string; token: string }
  | { kind: 'group'; title: string; members: number }
  | { kind: 'emails'; groupId: string; queued: number };
export type WorkloadEffectKind = RequestedEffect['kind'];
export const workloadEffectKinds: readonly WorkloadEffectKind[] = [
  'marks',
  'upload',
  'group',
  'emails',
];

type Result = {
  isAcknowledged: boolean;
  /** Times of the request and of the reply, as returned by `performance.now()`. */
  askedAt?: number;
  repliedAt?: number;
  networkError?: string;
};
export type WorkloadEffect = RequestedEffect & Result;

/** Journal of all requested writes (effects), in the order of the requests. */
export class WorkloadJournal {
  readonly effects: WorkloadEffect[] = [];
  /** Errors of requests that the portal rejected. It should not reject any request of the workload. */
  readonly refusals: string[] = [];
  /** Latest known revision of each cell. The next save of a cell sends this revision. */
  readonly revisions: Map<string, number>;
  unavailable = 0;
  #tags: { last: number; lost: Set<string> };

  /** If `previous` is set, shares its revisions, and numbers tags onwards from its last tag. */
  constructor(previous?: WorkloadJournal) {
    this.revisions = previous?.revisions ?? new Map();
    this.#tags = previous ? previous.#tags : { last: 0, lost: new Set() };
  }

  nextTag(): string {
    this.#tags.last += 1;
    return `tag${this.#tags.last}x`;
  }

  /** Records an effect before its request is sent, so that the journal also contains requests whose reply is lost. */
  recordRequest<Request extends RequestedEffect>(request: Request): Request & Result {
    const effect: Request & Result = { ...request, isAcknowledged: false as boolean };
    this.effects.push(effect);
    return effect;
  }

  async recordReply<R>(
    effect: Result & { cells?: SavedCell[] },
    send: () => Promise<R>,
  ): Promise<R> {
    effect.askedAt = performance.now();
    try {
      const reply = await send();
      effect.isAcknowledged = true;
      return reply;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && 'code' in cause ? `${cause.code}: ` : '';
      if (!(error instanceof Problem))
        effect.networkError = `${code}${cause instanceof Error ? cause.message : cause}`;
      // Without a reply, or after the error `unavailable`, it is unknown whether the save was committed.
      if (!(error instanceof Problem) || error.code === 'unavailable')
        for (const { tag } of effect.cells ?? []) this.#tags.lost.add(tag);
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
      feedback !== null && this.#tags.lost.has(feedback);
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
    ...newcomers.map((student) =>
      tryOperation(workload, () => submitRandomProposal(workload, student)),
    ),
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

const saveRandomMarks = (workload: Workload, group: Group, tab: string, token: string) =>
  prepareMarksSave(workload, group, tab, token)(workload.url);

/** Prepares a save of marks in random cells. Returns a function that sends the same save each time it is called. */
export function prepareMarksSave(
  { journal, random }: Omit<Workload, 'url'>,
  { groupId, memberIds }: Group,
  semester: string,
  token: string,
) {
  const parts = getMilestonesOfPart(semester).map(({ key }) => key);
  const marks: Record<string, Record<string, object>> = {};
  const cells: SavedCell[] = random.sample(memberIds).flatMap((memberId) =>
    random.sample(parts).map((part) => {
      const tag = journal.nextTag();
      const revision = journal.revisions.get(`${memberId} ${part}`);
      const cell = { marks: random.whole(0, 10), feedback: tag, revision };
      marks[memberId] = { ...marks[memberId], [part]: cell };
      return { memberId, part, tag };
    }),
  );
  const vivaFeedback = semester === 'External Viva' ? journal.nextTag() : undefined;
  if (vivaFeedback) cells.push({ memberId: null, part: 'viva', tag: vivaFeedback });
  const effect = journal.recordRequest({ kind: 'marks', groupId, cells });
  const body = { semester, groupId, marks, vivaFeedback };
  return async (url: string) => {
    const { group } = await journal.recordReply(effect, () =>
      new ApiCaller(url, token).call(saveMarks, { body }),
    );
    for (const member of group.fypGroupMembers)
      for (const part of parts)
        journal.revisions.set(`${member._id} ${part}`, member[part]?.revision ?? 0);
  };
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
  const sha256 = createHash('sha256').update(content).digest('hex');
  const effect = journal.recordRequest({ kind: 'upload', groupId, name, sha256, url: '', token });
  const body = { file: toFile(content, name) };
  const { document } = await journal.recordReply(effect, () =>
    new ApiCaller(url, token).call(uploadDocument, { params: { kind, email }, body }),
  );
  effect.url = document.url;
}

export async function sendEmails(
  { url, journal }: Omit<Workload, 'random'>,
  { groupId, supervisor }: Group,
) {
  const effect = journal.recordRequest({ kind: 'emails', groupId, queued: 0 });
  const { queued } = await journal.recordReply(effect, () =>
    new ApiCaller(url, supervisor.token).call(mailGroup, { params: { groupId } }),
  );
  effect.queued = queued;
}

async function submitRandomProposal(workload: Workload, student: Account) {
  await sleep(workload.random.whole(0, 300));
  await prepareProposal(workload.journal, student, workload.random.whole(0, 2))(workload.url);
}

export function prepareProposal(journal: WorkloadJournal, student: Account, mates: number) {
  const title = journal.nextTag();
  const effect = journal.recordRequest({ kind: 'group', title, members: 1 + mates });
  const body = buildProposal([student, ...createMembersWithoutAccount(mates)], { title });
  return async (url: string) => {
    await journal.recordReply(effect, () =>
      new ApiCaller(url, student.token).call(submitProposal, { body }),
    );
  };
}
