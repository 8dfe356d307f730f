import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { test } from '#server/test/mail.ts';
import type { Portal } from '#server/test/portal.ts';
import { type DueEmails, findNextEmail } from './next-email.ts';
import { insertEmails } from './outbox.ts';

const secondMs = 1000;
const hourMs = 3_600_000;

/** State of a waiting email. A paused email was never tried, because the mail server was unavailable. */
type State = 'due' | 'leased' | 'paused' | 'failed' | 'failed-and-due';
type Email = { id: string; sender: string; recipient: string; priority: number; state: State };

const createEmail = (email: Partial<Email>): Email => ({
  id: randomUUID(),
  sender: 'a',
  recipient: 'office@university.test',
  priority: 1,
  state: 'due',
  ...email,
});

/** Inserts emails of one topic, each queued a second after the previous one. */
async function insert(portal: Portal, emails: readonly Email[]) {
  const start = portal.clock().getTime();
  const formatTime = (ms: number) => new Date(start + ms).toISOString();
  const rows = emails.map(({ id, sender, recipient, priority, state }, index) => ({
    id,
    message_id: `<${id}@university.test>`,
    ...{ sender, recipient, priority },
    topic: 'proposals' as const,
    ...{ subject: 'Subject', text_body: 'Text', html_body: '<p>Text</p>' },
    queued_at: formatTime(index * secondMs),
    next_attempt_at: formatTime(
      state === 'paused' || state === 'failed' ? hourMs : index * secondMs,
    ),
    attempts: state === 'due' || state === 'paused' ? 0 : 1,
    leased_until: state === 'leased' ? formatTime(hourMs) : null,
  }));
  await insertEmails(portal.db, rows);
  portal.wait(emails.length * secondMs);
}

const getDue = (portal: Portal): DueEmails => ({
  at: portal.clock().toISOString(),
  farFuture: '2030-01-01T00:00:00.000Z',
  excludedIds: [],
});

/** Finds and delivers emails until none may be sent. Returns their ids in order. */
async function deliverAll(portal: Portal): Promise<string[]> {
  const turns = new Map<number, string>();
  const ids: string[] = [];
  for (;;) {
    const id = await findNextEmail(portal.db, getDue(portal), turns);
    if (id === undefined) return ids;
    ids.push(id);
    const email = portal.db.updateTable('emails').where('id', '=', id);
    await email.set({ sent_at: portal.clock().toISOString() }).execute();
  }
}

/** Returns true if an earlier email to the same recipient is being sent or was never tried. */
const isHeldBack = (email: Email, queue: readonly Email[]) =>
  queue
    .slice(0, queue.indexOf(email))
    .some(
      ({ recipient, state }) =>
        recipient === email.recipient && state !== 'failed' && state !== 'failed-and-due',
    );

/** Returns the ids of the emails that `findNextEmail` may return first: those of the first priority that has any. */
function findAllowed(queue: readonly Email[]): string[] {
  const allowed = queue.filter(
    (email) => ['due', 'failed-and-due'].includes(email.state) && !isHeldBack(email, queue),
  );
  const first = Math.min(...allowed.map(({ priority }) => priority));
  return allowed.filter(({ priority }) => priority === first).map(({ id }) => id);
}

const aState = fc.constantFrom<State>('due', 'leased', 'paused', 'failed', 'failed-and-due');
const aQueue = fc
  .record({
    // At most 20 emails of each sender, because one search compares no more.
    senders: fc.integer({ min: 10, max: 200 }),
    held: fc.integer({ min: 0, max: 190 }),
    blocked: aState,
    rest: fc.array(
      fc.record({
        state: aState,
        recipient: fc.constantFrom('office@university.test', 'x@university.test'),
        priority: fc.constantFrom(0, 1, 2),
      }),
      { maxLength: 8 },
    ),
    step: fc.constantFrom(1, 7, 199),
  })
  .map(({ senders, held, blocked, rest, step }) => {
    const emails = [{ state: blocked }, ...Array.from({ length: held }, () => ({})), ...rest];
    return emails.map((email, index) =>
      createEmail({ ...email, sender: `s${String((index * step) % senders).padStart(3, '0')}` }),
    );
  });

describe('finding the next email', () => {
  test.for<State>(['leased', 'paused'])(
    'passes 300 senders whose emails are held back behind an email that is %s',
    async (state, { portal }) => {
      const held = Array.from({ length: 300 }, (_, index) => createEmail({ sender: `s${index}` }));
      const free = createEmail({ sender: 's150-free', recipient: 'x@university.test' });
      await insert(portal, [createEmail({ sender: 'z', state }), ...held, free]);
      for (const last of ['', 's0', 's150', 's150-free', 'z']) {
        const turns = new Map([[1, last]]);
        expect(await findNextEmail(portal.db, getDue(portal), turns)).toBe(free.id);
        expect(turns.get(1)).toBe(free.sender);
      }
    },
  );

  test('returns an email whenever one may be sent, until all are sent', async ({ portal }) => {
    const property = fc.asyncProperty(aQueue, fc.integer({ max: 220 }), async (queue, last) => {
      await portal.db.deleteFrom('emails').execute();
      await insert(portal, queue);
      const turns = new Map([0, 1, 2].map((priority) => [priority, `s${last}`]));
      const first = await findNextEmail(portal.db, getDue(portal), turns);
      const allowed = findAllowed(queue);
      if (first === undefined) expect(allowed).toEqual([]);
      else expect(allowed).toContain(first);
      const sent = await deliverAll(portal);
      const waiting = queue.filter(({ id }) => !sent.includes(id));
      expect(findAllowed(waiting)).toEqual([]);
      portal.wait(2 * hourMs);
      sent.push(...(await deliverAll(portal)));
      expect(sent.toSorted()).toEqual(queue.map(({ id }) => id).toSorted());
    });
    await fc.assert(property, { numRuns: 12 });
  });
});
