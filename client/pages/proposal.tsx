import { Alert, Paper, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { UnconfirmedEmailMessage } from '#client/account/unconfirmed.tsx';
import { useProposalCohorts } from '#client/api/cohorts/cohorts.ts';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { getErrorMessage, isUnconfirmed } from '#client/api/problems.ts';
import { type Session, updateSession, useSession } from '#client/api/session/session.ts';
import { toast } from '#client/api/toast.ts';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { GroupCard } from '#client/proposals/group-card.tsx';
import {
  buildOwnGroupQuery,
  cacheCreatedGroup,
  type GroupSummary,
} from '#client/proposals/own-group-query.ts';
import { ProposalFlow } from '#client/proposals/proposal-flow.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { paths } from '#contract/paths.ts';

export function Component() {
  const session = useSession();
  return (
    <>
      <PageHeader
        title={usePageTitle(paths.proposal)}
        description={
          session?.groupId
            ? undefined
            : 'Answer the eligibility questions, then submit one form for your whole group.'
        }
      />
      {session && <OwnProposal key={session.userId} session={session} />}
    </>
  );
}

function OwnProposal({ session }: { session: Session }) {
  const { email, groupId } = session;
  const { cohort, closed } = useProposalCohorts();
  const code = cohort?.code;
  const { data, error, isFetching, refetch } = useQuery(buildOwnGroupQuery(email, code));
  const [made, setMade] = useState<GroupSummary>();
  const group = made ?? data;

  useEffect(() => {
    // Update the session's group ID: another member may have proposed a group, or an admin may have removed the group.
    if (group === undefined || group?.groupId === groupId) return;
    updateSession({ groupId: group?.groupId });
  }, [group, groupId]);

  if (group) return <GroupCard group={group} isNew={made !== undefined} />;
  if (group === undefined && error) {
    return (
      <Paper>
        {isUnconfirmed(error) ? (
          <UnconfirmedEmailMessage email={email} onRetry={refetch} />
        ) : (
          <ErrorState
            message={getErrorMessage(error, 'Couldn’t load the form')}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
      </Paper>
    );
  }
  if (group === undefined && groupId) {
    return <LoadingCards cards={1} height={400} label="Loading your group…" />;
  }
  return (
    <>
      {closed && cohort && (
        <Alert mb="lg">
          <bdi>{closed.name}</bdi> isn’t open for proposals. This form is for{' '}
          <bdi>{cohort.name}</bdi>; your draft is kept.
        </Alert>
      )}
      <CohortChoice />
      <ProposalFlow
        key={code}
        cohort={code}
        session={session}
        isWaiting={group === undefined}
        onSubmitted={(submitted) => {
          setMade(submitted);
          toast.success('Group Created Successfully!');
          void cacheCreatedGroup(email, code, submitted);
        }}
      />
    </>
  );
}

function CohortChoice() {
  const { cohort: chosen, open } = useProposalCohorts();
  const { change } = useListParams();
  if (open.length < 2) return null;
  return (
    <Select
      label="Session"
      description="Several sessions are open for proposals. Choose yours."
      w={{ base: '100%', xs: '18rem' }}
      mb="lg"
      data={open.map((cohort) => ({ value: cohort.code, label: cohort.name }))}
      value={chosen?.code ?? null}
      onChange={(to) => change({ cohort: to ?? undefined })}
    />
  );
}
