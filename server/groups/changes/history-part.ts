import { sql } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { HistoryPart } from '#server/http/history.ts';

/** Fields that contain email addresses of accounts. */
const staffFields = ['account', 'same_person', 'supervisor_account', 'external_examiner_account'];

/** Every recorded change of the group. */
export const changesInHistory: HistoryPart = (db, { groupId, role, memberId }) => {
  const position = isPostgres(db)
    ? sql<string>`'change' || lpad(cast(changes.sequence as text), 10, '0')`
    : sql<string>`'change' || printf('%010d', changes.sequence)`;
  return (
    db
      .selectFrom('changes')
      .leftJoin('members', 'members.id', 'changes.member_id')
      .where('changes.group_id', '=', groupId)
      // Only the office sees the evidence of every extension request.
      .$if(role !== 'admin', (visible) => visible.where('changes.field', '!=', 'evidence'))
      .$if(memberId !== undefined, (visible) =>
        visible
          .where((eb) =>
            eb('changes.member_id', 'is', null).or('changes.member_id', '=', memberId ?? ''),
          )
          .where('changes.field', 'not in', staffFields),
      )
      .select(['changes.changed_at as at', position.as('key'), kindOfChange.as('kind')])
      .select(['changes.changed_by_name as by', 'members.name as memberName'])
      .select(['changes.part', 'changes.field'])
      .select(memberId === undefined ? 'changes.value_from as from' : withoutReasons.as('from'))
      .select('changes.value_to as to')
  );
};

/** The reason for a change of people is for staff only. */
const withoutReasons = sql<
  string | null
>`case when changes.part = 'people' then null else changes.value_from end`;

const kindOfChange = sql<HistoryKind>`case
  when changes.part in ('document', 'check', 'file-time') then 'files'
  when changes.part = 'viva' then 'viva'
  when changes.part = 'group' and (changes.field like 'extension of %' or changes.field like 'deadline %') then 'dates'
  when changes.part in ('group', 'member', 'people') then 'group'
  else 'marks' end`;
