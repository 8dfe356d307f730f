import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FormDraft } from '#client/api/drafts/use-draft.ts';
import { DraftNote } from '#client/layout/draft-note.tsx';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { UploadProgress } from '#client/ui/form/upload-progress.tsx';
import type { ProposalDraft } from './draft.ts';
import { ErrorList } from './error-list.tsx';
import { ProposalMemberList } from './members.tsx';
import { ProjectFields } from './project-fields.tsx';
import { listProposalFiles, type ProposalValues, toProposalTexts } from './proposal-values.ts';
import { type ProposalFormInput, useProposalForm } from './use-proposal-form.ts';

type ProposalFormProps = ProposalFormInput & {
  copy: FormDraft<ProposalDraft>;
  takesFocus: boolean;
};

/** The group proposal form (spec 5). Stores the input as a draft, and submits everything in one request. */
export function ProposalForm({ copy, takesFocus, ...formProps }: ProposalFormProps) {
  const { choices } = formProps;
  const { form, recheckShown } = useProposalForm(formProps);
  const { element, upload, isBusy } = form;
  const isKept = useKeptTexts(copy, formProps, form.values);
  const isDeviceOnly = copy.notice.isDeviceOnly === true;
  const files = listProposalFiles(form.values);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus, element]);

  const cancel = () => {
    upload.cancel();
    element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };

  return (
    <form {...form.props} aria-label="Group proposal" tabIndex={-1} style={{ outline: 'none' }}>
      <Stack gap="lg">
        <Stack
          renderRoot={(props) => <fieldset disabled={isBusy} {...props} />}
          gap="lg"
          miw={0}
          bd={0}
          className="plain"
        >
          <ProjectFields form={form} choices={choices} isBusy={isBusy} />
          <ProposalMemberList
            rules={choices.rules}
            form={form}
            ownEmail={formProps.session.email}
            limits={choices.sizeLimits}
            isBusy={isBusy}
            onRemoved={recheckShown}
          />
        </Stack>
        {form.refusals > 0 && <ErrorList form={form} />}
        <FormStatus {...form.status} />
        {upload.fraction !== undefined && (
          <UploadProgress
            label="Submitting proposal"
            fraction={upload.fraction}
            isInterrupted={upload.isInterrupted}
            size={files.reduce((sum, { size }) => sum + size, 0)}
            onCancel={cancel}
          />
        )}
        {copy.notice.newerAt && <DraftNote draft={copy} />}
        <Group justify="space-between" gap="md">
          <SubmitButton size="md" isBusy={isBusy} busyText="Submitting…">
            Submit proposal
          </SubmitButton>
          <Text size="sm" c="dimmed" flex="1 1 16rem">
            {isKept
              ? `Your input is stored ${isDeviceOnly ? 'on this device' : 'as a draft for all your devices'} until you submit. Files are not stored.`
              : 'This browser doesn’t store drafts. Text you leave unsent on this page is lost when you close it.'}
          </Text>
        </Group>
      </Stack>
      <LeaveFiles when={files.length > 0} isKept={isKept} />
    </form>
  );
}

/** Keeps the texts as a draft. Returns false if the browser cannot store them. */
function useKeptTexts(
  { change }: FormDraft<ProposalDraft>,
  { eligibility }: ProposalFormInput,
  values: ProposalValues,
) {
  const [isKept, setIsKept] = useState(true);
  useEffect(() => {
    setIsKept(change({ eligibility, texts: toProposalTexts(values) }));
  }, [change, eligibility, values]);
  return isKept;
}

function LeaveFiles({ when, isKept }: { when: boolean; isKept: boolean }) {
  return (
    <LeavePageDialog
      when={when}
      title="Leave without submitting?"
      confirmLabel="Leave"
      cancelLabel="Stay"
    >
      {isKept
        ? 'Your input is kept as a draft. Files are not kept: you will have to choose them again.'
        : 'Your input and the chosen files will be lost.'}
    </LeavePageDialog>
  );
}
