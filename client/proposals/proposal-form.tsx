import { Alert, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { call } from '#client/api/call.ts';
import { fieldErrorsOf, isCancelled, messageOf } from '#client/api/problems.ts';
import type { Session } from '#client/api/session.ts';
import { afterPointer } from '#client/ui/after-pointer.ts';
import { focusFirstError } from '#client/ui/focus-first-error.ts';
import { LeaveDialog } from '#client/ui/leave-dialog.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { UploadProgress } from '#client/ui/upload-progress.tsx';
import { useUpload } from '#client/ui/use-upload.ts';
import type { Eligibility } from '#contract/eligibility.ts';
import { Proposal, submitProposal } from '#contract/proposals.ts';
import { checkProposal } from './check-proposal.ts';
import { type ProposalTexts, writeDraft } from './draft.ts';
import { FaultList } from './fault-list.tsx';
import { Members } from './members.tsx';
import type { GroupInBrief } from './own-group.ts';
import { ProjectFields } from './project-fields.tsx';
import classes from './proposal.module.css';
import {
  type Choices,
  filesOf,
  offered,
  type ProposalValues,
  textsOf,
  valuesOf,
} from './proposal-values.ts';

type ProposalFormProps = {
  session: Session;
  choices: Choices;
  eligibility: Eligibility;
  texts?: ProposalTexts;
  takesFocus: boolean;
  onSubmitted: (group: GroupInBrief) => void;
};

/** The group form (spec 5): what is typed is kept as a draft, and all of it is sent in one call. */
export function ProposalForm(props: ProposalFormProps) {
  const { session, choices, eligibility, texts, takesFocus, onSubmitted } = props;
  const form = useForm({
    initialValues: offered(valuesOf(session, texts), choices),
    validate: checkProposal,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ inputProps: { onBlur, error } }) => ({
      onBlur: () =>
        afterPointer(() => {
          if (!isRefused(error)) onBlur?.();
          recheckShown();
        }),
    }),
  });
  const upload = useUpload();
  const [refusals, setRefusals] = useState(0);
  const [fault, setFault] = useState<string>();
  const [isKept, setIsKept] = useState(true);
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const refused = useRef<Record<string, React.ReactNode>>({});
  const { userId } = session;
  const { values } = form;
  const files = filesOf(values);

  useEffect(() => {
    setIsKept(writeDraft(userId, { eligibility, texts: textsOf(values) }));
  }, [userId, eligibility, values]);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (refusals > 0 && element.current) focusFirstError({ currentTarget: element.current });
  }, [refusals]);

  /** What the server refused, this browser cannot judge: it stands until the field is changed. */
  const isRefused = (error: React.ReactNode) => Object.values(refused.current).includes(error);
  /** Another member's field may repeat one no longer. */
  const recheckShown = () => {
    const faults = checkProposal(form.getValues());
    form.setErrors((shown) =>
      Object.fromEntries(
        Object.entries(shown).flatMap(([path, error]) =>
          isRefused(error) ? [[path, error]] : faults[path] ? [[path, faults[path]]] : [],
        ),
      ),
    );
  };

  const send = async (sent: ProposalValues) => {
    // A second click comes before the button is drawn anew.
    if (isSending.current) return;
    isSending.current = true;
    setFault(undefined);
    try {
      const body = Proposal.parse({ ...sent, eligibility });
      const { groupId, fypGroupName } = await upload.run((options) =>
        call(submitProposal, { body }, options),
      );
      onSubmitted({ groupId, name: fypGroupName, title: body.title });
    } catch (error) {
      if (isCancelled(error)) return;
      refused.current = fieldErrorsOf(error);
      form.setErrors(refused.current);
      if (Object.keys(refused.current).length > 0) setRefusals((count) => count + 1);
      else {
        const unreachable = 'Something went wrong! Please check your connection.';
        setFault(messageOf(error, 'Failed to submit group. Please try again.', unreachable));
      }
    } finally {
      isSending.current = false;
    }
  };
  const submit = form.onSubmit(send, () => {
    setFault(undefined);
    setRefusals((count) => count + 1);
  });
  const cancel = () => {
    upload.cancel();
    element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Group proposal"
      ref={element}
      tabIndex={-1}
      className={classes.form}
    >
      <Stack gap="lg">
        <fieldset disabled={upload.isRunning} className={classes.fields}>
          <ProjectFields form={form} choices={choices} isBusy={upload.isRunning} />
          <Members
            form={form}
            limits={choices.sizeLimits}
            isBusy={upload.isRunning}
            onRemoved={recheckShown}
          />
        </fieldset>
        {refusals > 0 && <FaultList form={form} />}
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        {upload.fraction !== undefined && (
          <UploadProgress
            label="Submitting proposal"
            fraction={upload.fraction}
            size={files.reduce((sum, { size }) => sum + size, 0)}
            onCancel={cancel}
          />
        )}
        <Group justify="space-between" gap="md">
          <SubmitButton size="md" isBusy={upload.isRunning} busyText="Submitting...">
            Submit proposal
          </SubmitButton>
          <Text size="sm" c="dimmed" className={classes.kept}>
            {isKept
              ? 'What you type is kept on this device until you submit; files are not.'
              : 'This browser keeps no drafts: what you typed is lost when you leave this page.'}
          </Text>
        </Group>
      </Stack>
      <LeaveDialog
        when={files.length > 0}
        title="Leave without submitting?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        {isKept
          ? 'What you typed is kept as a draft. The files you chose are not: you will have to choose them again.'
          : 'What you typed and the files you chose will be lost.'}
      </LeaveDialog>
    </form>
  );
}
