import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { formatDraftPlace } from '#client/layout/format-draft-place.ts';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import type { EmailKind } from '#contract/settings/email-templates.ts';
import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { DeadlineMovesSummary } from './deadline-moves.tsx';
import { KeepDueDatesDialog } from './earlier-dates-dialog.tsx';
import { EmailKindPicker, getEmailTemplateForm } from './email-kind-picker.tsx';
import { settingForms } from './forms/forms.ts';
import { ErrorSummary } from './kit/error-summary.tsx';
import { FieldInput } from './kit/field-input.tsx';
import type { OptionLists } from './kit/fields.ts';
import { SettingFormProvider } from './kit/form-context.ts';
import { toRequestValue } from './kit/values.ts';
import { RemovedEntriesDialog } from './removed-entries-dialog.tsx';
import { SchemeConversion } from './scheme-conversion.tsx';
import { SettingHistory } from './setting-history.tsx';
import classes from './settings.module.css';
import { StaleSettingAlert } from './stale-notice.tsx';
import { type Setting, useSettingForm } from './use-setting-form.ts';

/** `kind` is the selected kind of email, which only previews of email templates use. */
export type RenderPreview = (value: unknown, kind: EmailKind) => ReactNode;

type SettingFormProps = {
  name: SettingName;
  cohort: string | undefined;
  setting: Setting;
  lists: OptionLists;
  isReadOnly: boolean;
  preview?: RenderPreview | undefined;
};

export function SettingForm(props: SettingFormProps) {
  const { name, cohort, setting, lists, isReadOnly, preview } = props;
  const [isHistory, setIsHistory] = useState(false);
  const [kind, setKind] = useState<EmailKind>('marks');
  const editing = useSettingForm({ name, cohort, setting });
  const { form, savedSetting, round, startFrom } = editing;
  const isDirty = form.isDirty();
  return (
    <SettingFormProvider value={{ form, lists, isReadOnly, isDirty }}>
      <div className={preview ? classes.columns : undefined}>
        <form {...form.props} aria-label={settingDefinitions[name].label}>
          <Stack gap="lg">
            <LastSaved setting={savedSetting} onHistory={() => setIsHistory(true)} />
            <Status name={name} cohort={cohort} editing={editing} />
            {name === 'deadlines' && !isReadOnly && (
              <DeadlineMovesSummary
                cohort={cohort}
                version={savedSetting.version}
                isDirty={isDirty}
                onUndo={(dates) => saveDueDates(form, dates)}
              />
            )}
            <ErrorSummary root={settingForms[name]} errors={form.errors} />
            <Conversion cohort={cohort} editing={editing} />
            <Paper p={{ base: 'sm', sm: 'lg' }}>
              {name === 'emails' && <EmailKindPicker value={kind} onPick={setKind} />}
              <FieldInput
                key={`${round} ${name === 'emails' && kind}`}
                field={name === 'emails' ? getEmailTemplateForm(kind) : settingForms[name]}
                path="value"
              />
            </Paper>
            {!isReadOnly && <SaveBar editing={editing} isDirty={isDirty} />}
          </Stack>
        </form>
        {preview && (
          // Make the preview focusable, so that users can scroll it with the keyboard.
          <Box component="aside" aria-label="Preview" tabIndex={0}>
            {preview(form.values.value, kind)}
          </Box>
        )}
      </div>
      {editing.earlierDates && <KeepDueDatesDialog {...editing.earlierDates} />}
      {editing.removedEntries && <RemovedEntriesDialog {...editing.removedEntries} />}
      {isHistory && (
        <SettingHistory
          name={name}
          cohort={cohort}
          isDirty={isDirty}
          isReadOnly={isReadOnly}
          onRestored={startFrom}
          onClose={() => setIsHistory(false)}
        />
      )}
      <LeavePageDialog
        when={isDirty}
        guardsSearch
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        Your changes are not saved yet. They {formatDraftPlace(editing.draft.notice)} until you save
        or discard them.
      </LeavePageDialog>
    </SettingFormProvider>
  );
}

type Editing = ReturnType<typeof useSettingForm>;
type StatusProps = Pick<SettingFormProps, 'name' | 'cohort'> & { editing: Editing };

function Status({ name, cohort, editing }: StatusProps) {
  const { form, stale, startFrom, saveOver } = editing;
  if (!stale) return <FormStatus {...form.status} />;
  const act = { onTake: startFrom, onKeepOwn: saveOver };
  return <StaleSettingAlert name={name} cohort={cohort} message={stale} {...act} />;
}

function Conversion({ cohort, editing }: Omit<StatusProps, 'name'>) {
  const { affected, version, form, removed, startFrom } = editing;
  if (!affected) return null;
  const value = toRequestValue(settingForms.scheme, form.values.value);
  const scheme = { version, value, removed };
  return (
    <SchemeConversion cohort={cohort} affected={affected} scheme={scheme} onConverted={startFrom} />
  );
}

function LastSaved({ setting, onHistory }: { setting: Setting; onHistory: () => void }) {
  const zone = useTimeZone();
  const { version, changedAt, changedBy } = setting;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        Version {version}, saved by {changedBy ?? 'the portal'} on {formatDateTime(changedAt, zone)}
      </Text>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={onHistory}
      >
        History
      </Button>
    </Group>
  );
}

type SaveBarProps = { editing: Editing; isDirty: boolean };

function SaveBar({ editing: { form, draft, discard }, isDirty }: SaveBarProps) {
  return (
    <Group
      className="sticky overlined"
      bottom="var(--portal-bottom-bar, 0px)"
      py="sm"
      bg="var(--portal-page)"
      justify="flex-end"
      gap="sm"
    >
      <DraftNote draft={draft} />
      <Text size="sm" c="dimmed" mr="auto" role="status">
        {isDirty ? 'Not saved yet' : 'No unsaved changes'}
      </Text>
      {isDirty && (
        <Button variant="subtle" onClick={discard} disabled={form.isBusy}>
          Discard changes
        </Button>
      )}
      <SubmitButton isBusy={form.isBusy} busyText="Saving…" disabled={!isDirty}>
        Save
      </SubmitButton>
    </Group>
  );
}

/** Saves these due dates, by deadline, as if the user had entered them. */
function saveDueDates(
  form: ReturnType<typeof useSettingForm>['form'],
  dates: ReadonlyMap<string, string>,
) {
  const deadlines = form.getValues().value as readonly { id: string; due: string }[];
  const value = deadlines.map((entry) => ({ ...entry, due: dates.get(entry.id) ?? entry.due }));
  form.setValues({ value });
  form.element.current?.requestSubmit();
}
