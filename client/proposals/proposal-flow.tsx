import { Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '#client/api/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findChoices } from '#contract/proposals.ts';
import { type Eligibility, eligibilityOf } from '#contract/rules/eligibility.ts';
import { type Draft, readDraft, removeDraft } from './draft.ts';
import { DraftNote } from './draft-note.tsx';
import { EligibilityCard } from './eligibility-card.tsx';
import type { GroupInBrief } from './own-group.ts';
import classes from './proposal.module.css';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalGuide } from './proposal-guide.tsx';
import { type Choices, isTyped } from './proposal-values.ts';

type ProposalFlowProps = {
  session: Session;
  /** By its code; undefined while there is only one. */
  cohort: string | undefined;
  /** Whether the student has a group is not known yet. */
  isWaiting: boolean;
  onSubmitted: (group: GroupInBrief) => void;
};

/** The draft that the browser keeps: passing the questions begins it, starting over removes it. */
function useStoredDraft(session: Session) {
  const { userId } = session;
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(userId));
  const [isRestored, setIsRestored] = useState(
    () => draft?.texts !== undefined && isTyped(session, draft.texts),
  );
  // The keyboard follows what is drawn anew by an act of the student, not by opening the page.
  const [hasMoved, setHasMoved] = useState(false);
  const pass = (eligibility: Eligibility) => {
    // What was typed before the questions changed is still there.
    setDraft((before) => ({ ...before, eligibility }));
    setHasMoved(true);
  };
  const startOver = () => {
    setHasMoved(true);
    removeDraft(userId);
    setDraft(undefined);
    setIsRestored(false);
  };
  return { draft, isRestored, hasMoved, pass, startOver };
}

/** The department may have changed its questions since. */
const hasPassed = ({ rules }: Choices, { eligibility }: Draft) =>
  eligibilityOf(rules).safeParse(eligibility).success;

/** Questions, then the form; a draft continues where it stopped. */
export function ProposalFlow({ session, cohort, isWaiting, onSubmitted }: ProposalFlowProps) {
  const choices = useRead(findChoices, cohort === undefined ? {} : { query: { cohort } }, {
    failure: 'The form could not be loaded.',
  });
  const { draft, isRestored, hasMoved, pass, startOver } = useStoredDraft(session);
  const finish = (group: GroupInBrief) => {
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
    <div className={classes.columns}>
      <Stack gap="lg" miw={0}>
        {isWaiting || !choices.data ? (
          <LoadingCards cards={1} height={290} label="Loading the form…" />
        ) : draft && hasPassed(choices.data, draft) ? (
          <>
            {isRestored && <DraftNote onStartOver={startOver} />}
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
    </div>
  );
}
