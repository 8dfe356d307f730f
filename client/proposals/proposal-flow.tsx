import { Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { buildEligibilitySchema, type EligibilityAnswers } from '#contract/rules/eligibility.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { type ProposalDraft, readProposalDraft, removeProposalDraft } from './draft.ts';
import { ProposalDraftNote } from './draft-note.tsx';
import { EligibilityCard } from './eligibility-card.tsx';
import type { GroupSummary } from './own-group-query.ts';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalGuide } from './proposal-guide.tsx';
import { hasProposalInput, type ProposalFormChoices } from './proposal-values.ts';

type ProposalFlowProps = {
  session: Session;
  /** The cohort's code. Undefined if there is only one cohort. */
  cohort: string | undefined;
  /** True until it is known whether the student has a group. */
  isWaiting: boolean;
  onSubmitted: (group: GroupSummary) => void;
};

/** Manages a proposal draft. Passing the eligibility questions creates the draft; starting over removes the draft. */
function useStoredDraft(session: Session) {
  const { userId } = session;
  const [draft, setDraft] = useState<ProposalDraft | undefined>(() => readProposalDraft(userId));
  const [isRestored, setIsRestored] = useState(
    () => draft?.texts !== undefined && hasProposalInput(session, draft.texts),
  );
  // Move the focus only in response to the student's actions, not on page load.
  const [hasMoved, setHasMoved] = useState(false);
  const pass = (eligibility: EligibilityAnswers) => {
    // Keep the draft's text fields: the user may have filled them in before the department changed the questions.
    setDraft((before) => ({ ...before, eligibility }));
    setHasMoved(true);
  };
  const startOver = () => {
    setHasMoved(true);
    removeProposalDraft(userId);
    setDraft(undefined);
    setIsRestored(false);
  };
  return { draft, isRestored, hasMoved, pass, startOver };
}

/** Returns true if the stored answers pass the current eligibility questions, which may have changed. */
const hasPassed = ({ rules }: ProposalFormChoices, { eligibility }: ProposalDraft) =>
  buildEligibilitySchema(rules).safeParse(eligibility).success;

/** Shows the eligibility questions and then the proposal form. Skips the questions if a stored draft passes them. */
export function ProposalFlow({ session, cohort, isWaiting, onSubmitted }: ProposalFlowProps) {
  const choices = useRead(findChoices, cohort === undefined ? {} : { query: { cohort } }, {
    failure: 'The form could not be loaded.',
  });
  const { draft, isRestored, hasMoved, pass, startOver } = useStoredDraft(session);
  const finish = (group: GroupSummary) => {
    startOver();
    onSubmitted(group);
  };

  if (choices.error !== undefined) {
    return (
      <Paper>
        <ErrorState
          message={choices.error}
          onRetry={choices.retry}
          isRetrying={choices.isRetrying}
        />
      </Paper>
    );
  }
  return (
    <ColumnLayout widths="minmax(0, 1fr) 17rem">
      <Stack gap="lg" miw={0}>
        {isWaiting || !choices.data ? (
          <LoadingCards cards={1} height={290} label="Loading the form…" />
        ) : draft && hasPassed(choices.data, draft) ? (
          <>
            {isRestored && <ProposalDraftNote onStartOver={startOver} />}
            <ProposalForm
              session={session}
              takesFocus={hasMoved}
              choices={choices.data}
              eligibility={draft.eligibility}
              texts={draft.texts}
              onSubmitted={finish}
            />
          </>
        ) : (
          <EligibilityCard rules={choices.data.rules} takesFocus={hasMoved} onPassed={pass} />
        )}
      </Stack>
      <ProposalGuide isBeside={draft !== undefined} />
    </ColumnLayout>
  );
}
