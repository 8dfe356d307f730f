import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { type Session, updateSession } from '#client/api/session.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LoadingCards } from '#client/ui/loading.tsx';
import { toast } from '#client/ui/toast.ts';
import type { Eligibility } from '#contract/eligibility.ts';
import { findChoices } from '#contract/proposals.ts';
import { type Draft, readDraft, removeDraft } from './draft.ts';
import { DraftNote } from './draft-note.tsx';
import { EligibilityCard } from './eligibility-card.tsx';
import { GroupCard } from './group-card.tsx';
import { type GroupInBrief, ownGroup, rememberGroup } from './own-group.ts';
import classes from './proposal.module.css';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalGuide } from './proposal-guide.tsx';
import { isTyped } from './proposal-values.ts';

/** Questions, then the form, then the group; or the group at once, for a student who is in one. */
export function ProposalFlow({ session }: { session: Session }) {
  const { email, userId, groupId } = session;
  const own = useQuery(ownGroup(email));
  const choices = useQuery(query(findChoices));
  const [draft, setDraft] = useState<Draft | undefined>(() => readDraft(userId));
  const [isRestored, setIsRestored] = useState(
    () => draft?.texts !== undefined && isTyped(session, draft.texts),
  );
  const [made, setMade] = useState<GroupInBrief>();
  // The keyboard follows what is drawn anew by an act of his, not by opening the page.
  const [hasMoved, setHasMoved] = useState(false);
  const group = made ?? own.data;

  useEffect(() => {
    // A team mate may have submitted meanwhile, or the office may have removed the group.
    if (group === undefined || group?.groupId === groupId) return;
    updateSession({ groupId: group?.groupId });
  }, [group, groupId]);

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
  const finish = (submitted: GroupInBrief) => {
    startOver();
    setMade(submitted);
    toast.success('Group Created Successfully!');
    void rememberGroup(email, submitted);
  };

  const beside = (content: ReactNode) => (
    <div className={classes.columns}>
      <Stack gap="lg" className={classes.content}>
        {content}
      </Stack>
      <ProposalGuide isBeside={draft !== undefined} />
    </div>
  );

  if (group) return <GroupCard group={group} isNew={made !== undefined} />;
  const failed = [own, choices].find(({ data, isError }) => data === undefined && isError);
  if (failed) {
    return (
      <Paper>
        <ErrorState
          message={messageOf(failed.error, 'The form could not be loaded.')}
          onRetry={() => failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Paper>
    );
  }
  if (own.data === undefined || choices.data === undefined) {
    if (groupId) return <LoadingCards cards={1} height={400} label="Loading your group…" />;
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
