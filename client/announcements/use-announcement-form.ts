import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useDraft } from '#client/api/drafts/use-draft.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import { useAction } from '#client/api/use-action.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import {
  type AnnouncementDetails,
  type AnnouncementPreview,
  addAnnouncement,
  getAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from '#contract/messages/announcements.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import {
  type AnnouncementValues,
  isSameAnnouncement,
  openAnnouncementDraft,
  toAnnouncementBody,
} from './draft.ts';

const failure = 'Couldn’t save the announcement';

type Target = { cohort: string; announcement: AnnouncementDetails | undefined };

function send({ cohort, announcement }: Target, body: ReturnType<typeof toAnnouncementBody>) {
  if (!announcement) return call(addAnnouncement, { body: { ...body, cohort } });
  const { _id: announcementId, version } = announcement;
  return call(updateAnnouncement, { params: { announcementId }, body: { ...body, version } });
}

/** Submitting the form previews the recipients; `save` stores the announcement. An edit discards the preview. */
export function useAnnouncementForm(target: Target, onDone: () => void) {
  const zone = useTimeZone();
  const userId = useSession()?.userId ?? '';
  const [{ form: draftForm, saved, restored }] = useState(() =>
    openAnnouncementDraft(userId, target.announcement, zone),
  );
  const draft = useDraft({
    ...draftForm,
    show: (values) => {
      setIsRestored(values !== undefined);
      form.setValues(values ?? saved);
    },
  });
  const [isRestored, setIsRestored] = useState(restored !== undefined);
  const [preview, setPreview] = useState<AnnouncementPreview>();
  const saving = useAction(
    (values: AnnouncementValues) => send(target, toAnnouncementBody(values, zone, false)),
    {
      failure,
      invalidates: [listAnnouncements, getAnnouncement],
      onDone: () => {
        draft.discard();
        onDone();
      },
    },
  );
  const form = useSendForm({
    initialValues: restored ?? saved,
    validateInputOnBlur: false,
    onValuesChange: (values) => {
      draft.change(isSameAnnouncement(values, saved) ? undefined : values);
      setPreview(undefined);
    },
    validate: {
      title: createFieldValidator(addAnnouncement.body.shape.title),
      text: createFieldValidator(addAnnouncement.body.shape.text),
      roles: (value) => (value.length === 0 ? 'Choose at least one role.' : null),
      programs: (value, { to }) =>
        to === 'programs' && value.length === 0 ? 'Choose at least one program.' : null,
      groupIds: (value, { to }) =>
        to === 'groups' && value.length === 0 ? 'Choose at least one group.' : null,
      publishAt: (value, { when }) =>
        when === 'later' && !parseWallClock(value, zone) ? 'Choose a date and time.' : null,
    },
    send: (values) => send(target, toAnnouncementBody(values, zone, true)),
    failure,
    onDone: (reply) => setPreview(reply.preview),
  });
  return {
    form,
    zone,
    preview,
    draft,
    isRestored,
    discard: () => {
      setIsRestored(false);
      form.setValues(saved);
    },
    isSaving: saving.isRunning,
    savingError: saving.error,
    save: () => saving.run(form.getValues()),
  };
}

export type AnnouncementFormState = ReturnType<typeof useAnnouncementForm>;
