import { Button, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { getErrorMessage, isUnconfirmed } from '#client/api/problems.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { updateSession, useSession } from '#client/api/session/session.ts';
import type { StudentMarksSection, StudentSection } from '#client/feature.ts';
import { AskAboutGroup } from '#client/layout/ask-about.tsx';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { useLightPrintTheme } from '#client/ui/print/use-light-print.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { Loading } from '#client/ui/state/loading.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import { Problem } from '#contract/problem.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { FormerGroups } from './students/former-groups.tsx';
import { NoGroup } from './students/no-group.tsx';
import { Summary } from './students/summary.tsx';
import { useUploadDialog } from './students/use-upload-dialog.tsx';
import classes from './students.module.css';

const UnconfirmedEmailMessage = lazyPart(
  async () => (await import('#client/account/unconfirmed.tsx')).UnconfirmedEmailMessage,
);

const pageSections = sortSections<StudentSection>(
  import.meta.glob('../*/student-section.tsx', { eager: true, import: 'pageSections' }),
);
const marksActionSections = sortSections<StudentMarksSection>(
  import.meta.glob('../*/student-marks-section.tsx', { eager: true, import: 'pageSections' }),
);

export const getPrefetchRequests: GetPrefetchRequests = ({ session, hasCohorts }) => {
  if (hasCohorts) return [createPrefetchRequest(listCohorts)];
  return session?.email
    ? [createPrefetchRequest(findGroup, { params: { email: session.email } })]
    : [];
};

export function Component() {
  const email = useSession()?.email;
  useLightPrintTheme();
  return (
    <>
      <div data-no-print>
        <PageHeader title={usePageTitle(paths.students)} mb="xs" />
      </div>
      <CohortSwitch />
      {email ? <OwnGroup email={email} /> : <NoEmail />}
    </>
  );
}

function NoEmail() {
  return (
    <Paper>
      <EmptyState
        title="No email found. Please login first."
        drawing="lock"
        action={
          <Button component={Link} to={paths.login} state={{ next: paths.students }}>
            Log in
          </Button>
        }
      />
    </Paper>
  );
}

function OwnGroup({ email }: { email: string }) {
  const { code } = useCohort();
  const { data, error, isFetching, refetch } = useQuery(
    buildQueryOptions(findGroup, {
      params: { email },
      ...(code !== undefined && { query: { cohort: code } }),
    }),
  );
  const groupId = data?.group._id;
  const known = useSession()?.groupId;
  useEffect(() => {
    // Add the group to the session if it was proposed after the student logged in.
    if (groupId && groupId !== known) updateSession({ groupId });
  }, [groupId, known]);

  if (error instanceof Problem && error.code === 'no-group') {
    const noGroup = <NoGroup email={email} onRetry={refetch} isRetrying={isFetching} />;
    return <FormerGroups otherwise={noGroup} />;
  }
  if (isUnconfirmed(error)) {
    return (
      <Paper>
        <Suspense>
          <UnconfirmedEmailMessage email={email} onRetry={refetch} />
        </Suspense>
      </Paper>
    );
  }
  if (data) {
    return (
      <>
        <Details {...data} email={email} />
        {data.hasLeftGroups && <FormerGroups />}
      </>
    );
  }
  if (!error) {
    return (
      <Loading label="Loading your details…">
        <Details />
      </Loading>
    );
  }
  return (
    <Paper>
      <ErrorState
        message={getErrorMessage(
          error,
          'Failed to fetch details',
          'Server error. Please try again later.',
        )}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    </Paper>
  );
}

/** Renders the page's sections, each defined by a feature. While the group loads, the sections show placeholders. */
function Details(props: Partial<EndpointReply<typeof findGroup>> & { email?: string }) {
  const { group, member, staff, email } = props;
  const { upload, dialog } = useUploadDialog(email);
  const marksActions = renderSections(marksActionSections, { groupId: group?._id });
  return (
    <AskAboutGroup group={group}>
      <Summary member={member} staff={staff} />
      <Stack gap="lg" className={classes.sheet}>
        {renderSections(pageSections, { ...props, marksActions, onUpload: upload })}
      </Stack>
      {dialog}
    </AskAboutGroup>
  );
}
