import { randomUUID } from 'node:crypto';
import {
  addMeeting,
  confirmMeeting,
  listMeetings,
  type Meeting,
  proposeCorrection,
} from '#contract/meetings/meetings.ts';
import type { Db } from '#server/db/tables.ts';
import { getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

const hourMs = 3_600_000;

/** Builds the content of a meeting that took place `hours` ago, with a next step of the first member. */
export const buildMeeting = (
  { clock }: Pick<Portal, 'clock'>,
  { ids }: Pick<TestGroup, 'ids'>,
  { hours = 2, ...changes }: { hours?: number } & Record<string, unknown> = {},
) => ({
  heldAt: new Date(clock().getTime() - hours * hourMs).toISOString(),
  minutes: 45,
  attendance: ids.map((memberId) => ({ memberId, state: 'on-time' as const })),
  decisions: 'The robot gets two wheels.',
  steps: [{ text: 'Order the wheels', ownerId: getItemAt(ids, 0), due: '2027-06-01' }],
  ...changes,
});

export async function recordTestMeeting(
  portal: Pick<Portal, 'clock'>,
  team: TestGroup,
  who: Pick<TestUser, 'caller'> = team.student,
  changes: Parameters<typeof buildMeeting>[2] = {},
): Promise<Meeting> {
  const { meeting } = await who.caller.call(addMeeting, {
    params: { groupId: team.groupId },
    body: buildMeeting(portal, team, changes),
  });
  return meeting;
}

type StoredMeeting = {
  groupId: string;
  side: 'group' | 'supervisor';
  writtenBy: string;
  heldAt: string;
  isConfirmed?: boolean;
};

/** Inserts a meeting of a group without attendance and steps. Returns its id. */
export async function insertMeeting(
  db: Db,
  { groupId, side, writtenBy, heldAt, isConfirmed = false }: StoredMeeting,
): Promise<string> {
  const id = randomUUID();
  const confirmation = { confirmed_by: writtenBy, confirmed_by_name: 'B', confirmed_at: heldAt };
  await db
    .insertInto('meetings')
    .values({
      id,
      group_id: groupId,
      recorded_at: heldAt,
      held_at: heldAt,
      minutes: 30,
      decisions: '',
      written_by: writtenBy,
      written_by_name: 'A',
      written_side: side,
      written_at: heldAt,
      revision: 1,
      ...(isConfirmed && confirmation),
    })
    .execute();
  return id;
}

type Who = Pick<TestUser, 'caller'>;

export const toMeetingParams = ({ _id }: Meeting) => ({ meetingId: _id });
export const confirmMeetingAs = ({ caller }: Who, meeting: Meeting) =>
  caller.call(confirmMeeting, {
    params: toMeetingParams(meeting),
    body: { revision: meeting.revision },
  });
export const listMeetingsAs = async ({ groupId }: TestGroup, { caller }: Who) =>
  caller.call(listMeetings, { params: { groupId } });
export const buildMeetingChange = (
  portal: Portal,
  team: TestGroup,
  meeting: Meeting,
  changes = {},
) => ({
  ...buildMeeting(portal, team),
  heldAt: meeting.heldAt,
  revision: meeting.revision,
  ...changes,
});
export const proposeCorrectionAs = (
  portal: Portal,
  team: TestGroup,
  { caller }: Who,
  meeting: Meeting,
) =>
  caller.call(proposeCorrection, {
    params: toMeetingParams(meeting),
    body: buildMeetingChange(portal, team, meeting, { decisions: 'The robot gets three wheels.' }),
  });
export const readMeetingEmails = (portal: Portal) =>
  portal.db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text_body'])
    .orderBy('queued_at')
    .execute();
