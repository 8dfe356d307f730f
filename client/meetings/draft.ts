import { z } from 'zod';
import { createDraftStore } from '#client/api/drafts/draft-store.ts';
import { buildDraftKey } from '#contract/drafts.ts';
import type { MeetingContent } from '#contract/meetings/meetings.ts';
import { attendanceStates } from '#contract/rules/meetings.ts';
import { createRandomUuid } from '#contract/values/new-id.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';

const Text = z.string().max(20_000);

/** Value of the owner field of a step that the supervisor does. */
export const supervisorOption = 'supervisor';

/** Values of the form. `heldAt` is a wall-clock time in the department's time zone. */
const MeetingValues = z.object({
  heldAt: Text,
  minutes: Text,
  attendance: z.array(z.object({ memberId: Text, state: z.enum(attendanceStates) })).max(20),
  decisions: Text,
  steps: z.array(z.object({ key: Text, _id: Text, text: Text, ownerId: Text, due: Text })).max(50),
  reason: Text,
});
export type MeetingValues = z.infer<typeof MeetingValues>;
export type StepValues = MeetingValues['steps'][number];

export const createStep = (ownerId: string): StepValues => ({
  key: createRandomUuid(),
  _id: '',
  text: '',
  ownerId,
  due: '',
});

const store = createDraftStore('local', (stored) => MeetingValues.safeParse(stored).data);

type Draft = {
  userId: string;
  /** Identifies what the form is for: a new meeting of a group, or a change of a meeting. */
  about: readonly [mode: string, id: string];
  content: MeetingContent | undefined;
  members: readonly { memberId: string }[];
  zone: string;
};

/** Returns the draft of a form, its values without unsaved input, and what is stored of the draft. */
export function openMeetingDraft({ userId, about, content, members, zone }: Draft) {
  const storageKey = `draft:meeting:${[userId, ...about].join(':')}`;
  const adapt = (values: MeetingValues) => ({
    ...values,
    attendance: fitToMembers(values, members),
  });
  const restored = store.read(storageKey);
  return {
    form: { key: buildDraftKey('meeting', ...about), storageKey, store },
    saved: adapt(content ? toValues(content, zone) : empty),
    restored: restored && adapt(restored),
    adapt,
  };
}

const empty: MeetingValues = {
  heldAt: '',
  minutes: '30',
  attendance: [],
  decisions: '',
  steps: [],
  reason: '',
};

/** The members of the group may have changed since the draft was stored or the meeting was recorded. */
const fitToMembers = (
  { attendance }: Pick<MeetingValues, 'attendance'>,
  members: Draft['members'],
) =>
  members.map(
    ({ memberId }) =>
      attendance.find((entry) => entry.memberId === memberId) ?? {
        memberId,
        state: 'on-time' as const,
      },
  );

const toValues = (content: MeetingContent, zone: string): MeetingValues => ({
  heldAt: formatWallClock(content.heldAt, zone),
  minutes: String(content.minutes),
  attendance: content.attendance.map(({ memberId, state }) => ({ memberId, state })),
  decisions: content.decisions,
  steps: content.steps.map(({ _id, text, ownerId, due }) => ({
    key: _id || createRandomUuid(),
    _id,
    text,
    ownerId: ownerId ?? supervisorOption,
    due,
  })),
  reason: '',
});

export const toMeetingInput = (values: MeetingValues, zone: string) => ({
  heldAt: parseWallClock(values.heldAt, zone) ?? values.heldAt,
  minutes: Number(values.minutes),
  attendance: values.attendance,
  decisions: values.decisions,
  steps: values.steps.map(({ _id, text, ownerId, due }) => ({
    ...(_id && { _id }),
    text,
    ownerId: ownerId === supervisorOption ? null : ownerId,
    due,
  })),
});
