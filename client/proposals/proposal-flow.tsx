import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import type { Session } from '#client/api/session.ts';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { Eligibility } from '#contract/eligibility.ts';
import { findChoices } from '#contract/proposals.ts';
import { type Draft, readDraft, removeDraft } from './draft.ts';
import { DraftNote } from './draft-note.tsx';
import { EligibilityCard } from './eligibility-card.tsx';
import type { GroupInBrief } from './own-group.ts';
import classes from './proposal.module.css';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalGuide } from './proposal-guide.tsx';
import { isTyped } from './proposal-values.ts';

type ProposalFlowProps = {
  session: Session;
  /** Whether he has a group is not known yet. */
  isWaiting: boolean;
  onSubmitted: (group: GroupInBrief) => void;
};

/** Questions, then the form; a draft goes on where it stopped. */
export function ProposalFlow({ session, isWaiting, onSubmitted }: ProposalFlowProps) {
  const { userId } = session;
  const choices = useQuery(query(findChoices));
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(userId));
  const [isRestored, setIsRestored] = useState(
    () => draft?.texts !== undefined && isTyped(session, draft.texts),
  );
  // The keyboard follows what is drawn anew by an act of his, not by opening the page.
  const [hasMoved, setHasMoved] = useState(false);

  const pass = (eligibility: Eligibility) => {
    setDraft({ eligibility });
    setHasMoved(true);
  };
  const startOver = () => {
    setHasMoved(true);
    removeDraft(userId);
    setDraft(undefined);
    setIsRestored(false);
  };
  const finish = (group: GroupInBrief) => {
    startOver();
    onSubmitted(group);
  };

  const beside = (content: ReactNode) => (
    <div className={classes.columns}>
      <Stack gap="lg" miw={0}>
        {content}
      </Stack>
      <ProposalGuide isBeside={draft !== undefined} />
    </div>
  );

  if (choices.isError && !choices.data) {
    return (
      <Paper>
        <ErrorState
          message={messageOf(choices.error, 'The form could not be loaded.')}
          onRetry={() => choices.refetch()}
          isRetrying={choices.isFetching}
        />
      </Paper>
    );
  }
  if (isWaiting || !choices.data) {
    return beside(<LoadingCards cards={1} height={290} label="Loading the form…" />);
  }
  if (!draft) return beside(<EligibilityCard takesFocus={hasMoved} onPassed={pass} />);
  return beside(
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
    </>,
  );
}
