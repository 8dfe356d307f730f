import { sql } from 'kysely';
import { type Milestone, milestoneKeys, milestones } from '#contract/milestones.ts';
import { type Actor, aboutGroup, recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { lockGroup, maySeeAll, noSuchGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { marksLetter } from '#server/mail/letters/marks-letter.ts';
import { queueLetter } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';

/** How long a letter may be owed before the portal writes it without being asked: a browser that was closed, say. */
const graceMs = 2 * 60_000;

/** Queues a letter for every member to whom something changed since his last one. Throws `not-found`. */
export async function mailGroup(services: Services, caller: Caller, groupId: string) {
  const queued = await writeLetters(services, caller, groupId, (group) => {
    if (!maySeeAll(caller, group)) throw noSuchGroup();
  });
  return { message: said(queued), queued };
}

const said = (queued: number) =>
  queued === 0
    ? 'Every member has been told already.'
    : `${queued} ${queued === 1 ? 'letter is' : 'letters are'} on the way.`;

async function writeLetters(
  { db, clock, mail, config }: Services,
  by: Actor,
  groupId: string,
  requireRight: (group: Awaited<ReturnType<typeof lockGroup>>) => void,
): Promise<number> {
  const now = clock();
  const queued = await db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, groupId);
    requireRight(group);
    const members = await trx
      .selectFrom('members')
      .select(['id', 'name', 'email', 'told_viva_revision'])
      .where('group_id', '=', groupId)
      .orderBy('position')
      .execute();
    let letters = 0;
    for (const member of members) {
      const marks = await untoldMarks(trx, member.id);
      const isVivaUntold = group.viva_revision > member.told_viva_revision;
      if (marks.length === 0 && !isVivaUntold) continue;
      const letter = marksLetter({
        group: { name: group.name, title: group.title },
        member,
        marks,
        viva: isVivaUntold
          ? { date: group.viva_date, status: group.viva_status, feedback: group.viva_feedback }
          : undefined,
        publicUrl: config.publicUrl,
      });
      await queueLetter(trx, { ...letter, recipient: member.email, groupId }, config, now);
      await trx
        .updateTable('marks')
        .set((eb) => ({ told_revision: eb.ref('revision') }))
        .where('member_id', '=', member.id)
        .execute();
      await trx
        .updateTable('members')
        .set({ told_viva_revision: group.viva_revision })
        .where('id', '=', member.id)
        .execute();
      letters += 1;
    }
    if (letters > 0) {
      const said = `${letters} ${letters === 1 ? 'letter' : 'letters'} to members`;
      const detail = by === 'portal' ? `${said}, owed since a save` : said;
      const subject = aboutGroup(group);
      await recordEntry(trx, { action: 'letters-requested', by, subject, detail }, now);
    }
    return letters;
  });
  if (queued > 0) mail.wake();
  return queued;
}

/** What a member has not been told, in the milestones' order. */
async function untoldMarks(db: Db, memberId: string) {
  const rows = await db
    .selectFrom('marks')
    .select(['milestone', 'marks', 'feedback'])
    .where('member_id', '=', memberId)
    .whereRef('revision', '>', 'told_revision')
    .execute();
  const order = (key: Milestone) => milestoneKeys.indexOf(key);
  return rows
    .toSorted((a, b) => order(a.milestone) - order(b.milestone))
    .map((row) => ({ ...row, ...milestones[row.milestone] }));
}

/**
 * Writes the letters that nobody asked for within two minutes of the save, so that each save is followed by one; a save
 * that a clock which was ahead dates later than now does not wait for that.
 */
export async function mailForgotten(services: Services): Promise<void> {
  const now = services.clock().getTime();
  const since = new Date(now - graceMs).toISOString();
  const ahead = new Date(now + graceMs).toISOString();
  const owed = await services.db
    .selectFrom('groups')
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select('groups.id')
    .distinct()
    .where('groups.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('groups.viva_revision', '>', eb.ref('members.told_viva_revision')),
          eb.or([
            eb('groups.viva_changed_at', '<', since),
            eb('groups.viva_changed_at', '>', ahead),
          ]),
        ]),
        eb.exists(
          eb
            .selectFrom('marks')
            .select(sql`1`.as('one'))
            .whereRef('marks.member_id', '=', 'members.id')
            .whereRef('marks.revision', '>', 'marks.told_revision')
            .where((mark) =>
              mark.or([mark('marks.changed_at', '<', since), mark('marks.changed_at', '>', ahead)]),
            ),
        ),
      ]),
    )
    .execute();
  for (const { id } of owed) await writeLetters(services, 'portal', id, () => {});
}
