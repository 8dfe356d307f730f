import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import type { SendOptions } from '#client/api/connection/send.ts';
import { useDraft } from '#client/api/drafts/use-draft.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useSession } from '#client/api/session/session.ts';
import { toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import type { MeetingLog } from '#contract/meetings/meetings.ts';
import {
  addMeeting,
  changeMeeting,
  correctMeeting,
  listMeetings,
  type Meeting,
  MeetingInput,
  proposeCorrection,
  StepInput,
} from '#contract/meetings/meetings.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import { type MeetingValues, openMeetingDraft, toMeetingInput } from './draft.ts';
import { meetingEndpoints } from './invalidate-meetings.ts';

export type FormMode = 'record' | 'change' | 'propose' | 'correct';
export type MeetingFormProps = {
  mode: FormMode;
  groupId: string;
  log: MeetingLog;
  /** The meeting that is changed, in its current version. */
  meeting?: Meeting;
  onClose: () => void;
};

function send({ mode, groupId, meeting }: MeetingFormProps, values: MeetingValues, zone: string) {
  const input = toMeetingInput(values, zone);
  return (options: SendOptions) => {
    if (!meeting) return call(addMeeting, { params: { groupId }, body: input }, options);
    const { _id: meetingId, revision } = meeting;
    const params = { meetingId };
    const body = { ...input, revision };
    if (mode === 'change') return call(changeMeeting, { params, body }, options);
    if (mode === 'propose') return call(proposeCorrection, { params, body }, options);
    const { reason } = values;
    return call(correctMeeting, { params, body: { ...body, reason } }, options);
  };
}

/** Keeps a draft until the form is sent or cancelled. */
export function useMeetingForm(props: MeetingFormProps) {
  const { groupId, log, meeting, mode, onClose } = props;
  const zone = useTimeZone();
  const userId = useSession()?.userId ?? '';
  const [{ form: draftForm, saved, restored, adapt }] = useState(() =>
    openMeetingDraft({
      userId,
      about: [mode, meeting?._id ?? groupId],
      // A correction that the user's side has proposed already is changed, not started again.
      content: (mode === 'propose' && meeting?.correction?.content) || meeting,
      members: log.attendance,
      zone,
    }),
  );
  const draft = useDraft({
    ...draftForm,
    show: (values) => form.setValues(values ? adapt(values) : saved),
  });
  const form = useSendForm({
    initialValues: restored ?? saved,
    onValuesChange: draft.change,
    validate: {
      heldAt: (value) => (parseWallClock(value, zone) ? null : 'Choose a date and time.'),
      minutes: (value) => createFieldValidator(MeetingInput.shape.minutes)(Number(value)),
      decisions: createFieldValidator(MeetingInput.shape.decisions),
      steps: {
        text: createFieldValidator(StepInput.shape.text),
        due: createFieldValidator(StepInput.shape.due),
      },
      reason: (value) =>
        mode === 'correct' ? createFieldValidator(correctMeeting.body.shape.reason)(value) : null,
    },
    send: (values, options) => send(props, values, zone)(options),
    failure: 'Couldn’t save the meeting',
    // Shows the current version above the form, so that the user can compare it with what they have typed.
    onFailure: () => void invalidateEndpoints(listMeetings),
    onDone: async ({ message }) => {
      draft.discard();
      toast.success(message);
      await invalidateEndpoints(...meetingEndpoints);
      onClose();
    },
  });
  const cancel = () => {
    draft.discard();
    onClose();
  };
  return { form, zone, cancel, draft, isResumed: restored !== undefined };
}

export type MeetingFormState = ReturnType<typeof useMeetingForm>['form'];
