import { Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useDraft } from '#client/api/drafts/use-draft.ts';
import type { Session } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { buildDraftKey } from '#contract/drafts.ts';
import { buildEligibilitySchema, type EligibilityAnswers } from '#contract/rules/eligibility.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { buildProposalStorageKey, type ProposalDraft, proposalDrafts } from './draft.ts';
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

const hasInput = (session: Session, draft: ProposalDraft | undefined): boolean =>
  draft?.texts !== undefined && hasProposalInput(session, draft.texts);

/** Manages a proposal draft. Passing the eligibility questions creates the draft; starting over removes the draft. */
function useStoredDraft(session: Session) {
  const storageKey = buildProposalStorageKey(session.userId);
  const [draft, setDraft] = useState(() => proposalDrafts.read(storageKey));
  // Part of a React key. Incrementing it restarts the form with the draft.
  const [round, setRound] = useState(0);
  const copy = useDraft({
    key: buildDraftKey('proposal'),
    storageKey,
    store: proposalDrafts,
    show: (shown) => {
      setDraft(shown);
      setIsRestored(hasInput(session, shown));
      setRound((before) => before + 1);
    },
  });
  const [isRestored, setIsRestored] = useState(() => hasInput(session, draft));
  // Move the focus only in response to the student's actions, not on page load.
  const [hasMoved, setHasMoved] = useState(false);
  const pass = (eligibility: EligibilityAnswers) => {
    // Keep the draft's text fields: the user may have filled them in before the department changed the questions.
    setDraft((before) => ({ ...before, eligibility }));
    setHasMoved(true);
  };
  const startOver = () => {
    setHasMoved(true);
    copy.discard();
    setDraft(undefined);
    setIsRestored(false);
  };
  return { draft, copy, round, isRestored, hasMoved, pass, startOver };
}

/** Returns true if the stored answers pass the current eligibility questions, which may have changed. */
const hasPassed = ({ rules }: ProposalFormChoices, { eligibility }: ProposalDraft) =>
  buildEligibilitySchema(rules).safeParse(eligibility).success;

/** Shows the eligibility questions and then the proposal form. Skips the questions if a stored draft passes them. */
export function ProposalFlow({ session, cohort, isWaiting, onSubmitted }: ProposalFlowProps) {
  const choices = useRead(findChoices, cohort === undefined ? {} : { query: { cohort } }, {
    failure: 'Couldn’t load the form',
  });
  const { draft, copy, round, isRestored, hasMoved, pass, startOver } = useStoredDraft(session);
  const finish = (group: GroupSummary) => {
    startOver();
    onSubmitted(group);
  };

  const hasQuestions = choices.data?.rules.eligibility.length !== 0;
  const passedDraft = draft ?? (hasQuestions ? undefined : { eligibility: {} });

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
        ) : passedDraft && hasPassed(choices.data, passedDraft) ? (
          <>
            {isRestored && (
              <ProposalDraftNote
                continuedFrom={copy.notice.continuedFrom}
                onStartOver={startOver}
              />
            )}
            <ProposalForm
              key={round}
              copy={copy}
              session={session}
              takesFocus={hasMoved}
              choices={choices.data}
              eligibility={passedDraft.eligibility}
              texts={draft?.texts}
              onSubmitted={finish}
            />
          </>
        ) : (
          <EligibilityCard rules={choices.data.rules} takesFocus={hasMoved} onPassed={pass} />
        )}
      </Stack>
      <ProposalGuide isBeside={passedDraft !== undefined} />
    </ColumnLayout>
  );
}
