import { Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { GrowingTextarea } from '#client/ui/form/growing-textarea.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { AnnouncementDetails } from '#contract/messages/announcements.ts';
import { formattingHint } from '#contract/values/formatted/formatted-text.ts';
import { AnnouncementPreviewPanel } from './announcement-preview.tsx';
import { AudienceFields, type AudienceOptions } from './audience-fields.tsx';
import { type AnnouncementFormState, useAnnouncementForm } from './use-announcement-form.ts';

type AnnouncementFormProps = {
  audiences: AudienceOptions;
  announcement?: AnnouncementDetails;
  onDone: () => void;
};

export function AnnouncementForm(props: AnnouncementFormProps) {
  const { audiences, announcement, onDone } = props;
  const state = useAnnouncementForm({ cohort: audiences.cohort, announcement }, onDone);
  const { form, draft, preview, isRestored, isSaving, savingError, save } = state;
  const isContinued = draft.notice.continuedFrom !== undefined;
  return (
    <form {...form.props}>
      <Stack gap="md">
        <FormStatus {...form.status} />
        {isContinued && <DraftNote draft={draft} onDiscard={state.discard} />}
        {isRestored && !isContinued && (
          <Text size="sm" c="dimmed" role="status">
            Your unsaved text was restored.
          </Text>
        )}
        <TextInput
          label="Title"
          description="Also used as the email’s subject."
          required
          data-autofocus
          {...form.getInputProps('title')}
        />
        <GrowingTextarea
          label="Text"
          description={`Leave an empty line between paragraphs. ${formattingHint}`}
          required
          minRows={4}
          maxRows={14}
          {...form.getInputProps('text')}
        />
        <AudienceFields form={form} audiences={audiences} />
        <Checkbox
          label="Also send by email"
          description="Recipients always see the announcement on their desks."
          {...form.getInputProps('byEmail', { type: 'checkbox' })}
        />
        <Checkbox
          label="Recipients can answer"
          description="Answers go to the FYP office only. You get a notification for each one."
          {...form.getInputProps('allowsAnswers', { type: 'checkbox' })}
        />
        <Times state={state} />
        {!isContinued && <DraftNote draft={draft} />}
        {preview && <AnnouncementPreviewPanel preview={preview} />}
        {preview && <FormStatus error={savingError} />}
        <DialogFooter>
          <SubmitButton
            isBusy={form.isBusy}
            busyText="Loading…"
            variant={preview ? 'default' : 'filled'}
          >
            Preview recipients
          </SubmitButton>
          {preview && (
            <SubmitButton isBusy={isSaving} busyText="Saving…" onPress={save}>
              {form.values.when === 'later' ? 'Schedule' : 'Publish now'}
            </SubmitButton>
          )}
        </DialogFooter>
      </Stack>
    </form>
  );
}

function Times({ state: { form, zone } }: { state: AnnouncementFormState }) {
  return (
    <>
      <Radio.Group label="Publish" {...form.getInputProps('when')}>
        <Group gap="lg" mt="xs">
          <Radio value="now" label="Now" />
          <Radio value="later" label="Later" />
        </Group>
      </Radio.Group>
      {form.values.when === 'later' && (
        <DateTimeField
          label="Publish at"
          description={`In the department’s time zone (${zone})`}
          required
          {...form.getInputProps('publishAt')}
        />
      )}
      <DateTimeField
        label="Shown until"
        description={`In the department’s time zone (${zone}). If empty, it is shown until you withdraw it.`}
        {...form.getInputProps('shownUntil')}
      />
    </>
  );
}
