import { call } from '#client/api/connection/call.ts';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import { ChangeDate, ChangeReason, previewPeopleChange } from '#contract/people.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import {
  type ChangeBody,
  type ChangeValues,
  needsGroup,
  needsMember,
  toChangeBody,
} from './change-values.ts';

export type Preview = { body: ChangeBody; reply: EndpointReply<typeof previewPeopleChange> };

const emptyMember = { name: '', fathername: '', roll: '', email: '', phone: '' };

export type ChangeFormState = ReturnType<typeof useChangeForm>;

/** The form loads the preview of the change. It starts with a member who has asked to leave, if there is one. */
export function useChangeForm(
  group: FullGroup,
  leavingId: string | undefined,
  onPreview: (preview: Preview) => void,
) {
  const zone = useTimeZone();
  const initialValues: ChangeValues = {
    change: {
      kind: 'leave',
      memberId: leavingId ?? '',
      toGroup: '',
      copyMarks: [],
      supervisor: '',
      supervisorId: '',
      member: emptyMember,
    },
    on: formatCalendarDate(getServerTime(), zone),
    // Supervisors read the reason for a change, but not the one that the student gave to the office.
    reason: leavingId === undefined ? '' : 'Asked to leave the group.',
  };
  return useSendForm({
    initialValues,
    validate: {
      change: {
        memberId: (value: string, { change }: ChangeValues) =>
          needsMember(change.kind) && !value ? 'Choose a member.' : null,
        toGroup: (value: string, { change }: ChangeValues) =>
          needsGroup(change.kind) && !value.trim() ? 'Enter the name of the other group.' : null,
        supervisor: (value: string, { change }: ChangeValues) =>
          change.kind === 'supervisor' && !value.trim() ? 'Supervisor is required.' : null,
      },
      on: createFieldValidator(ChangeDate),
      reason: createFieldValidator(ChangeReason),
    },
    send: async (values, options) => {
      const body = toChangeBody(values);
      const params = { groupId: group._id };
      return { body, reply: await call(previewPeopleChange, { params, body }, options) };
    },
    failure: 'Couldn’t load the preview',
    onDone: onPreview,
  });
}
