import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { isUnconfirmed, Unconfirmed } from '#client/account/unconfirmed.tsx';
import { useScheme } from '#client/api/cohort-content.ts';
import { useCohort } from '#client/api/cohorts.ts';
import { firstRequest, type GetFirstRequests } from '#client/api/first-requests.ts';
import { messageOf } from '#client/api/problems.ts';
import { invalidate, query } from '#client/api/queries.ts';
import { updateSession, useSession } from '#client/api/session.ts';
import { OwnCertificates } from '#client/certificates/own-certificates.tsx';
import { DocumentList } from '#client/documents/document-list.tsx';
import { UploadCards } from '#client/documents/upload-cards.tsx';
import { GroupDetails } from '#client/groups/group-details.tsx';
import { LoadingMembers } from '#client/groups/loading-members.tsx';
import { MemberCards } from '#client/groups/member-cards.tsx';
import { NoGroup } from '#client/groups/no-group.tsx';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { MarksHead, MarksSignatures } from '#client/layout/marks-sheet.tsx';
import { MarksTable } from '#client/marks/marks-table.tsx';
import { VivaOutcome } from '#client/marks/viva/viva-outcome.tsx';
import { SheetButton } from '#client/results/sheet-button.tsx';
import { GroupDeadlines } from '#client/submissions/group-deadlines.tsx';
import { Columns } from '#client/ui/columns.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { useLightPrint } from '#client/ui/print/use-light-print.ts';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { Loading, LoadingLines } from '#client/ui/state/loading.tsx';
import { findCertificates } from '#contract/certificates.ts';
import { listCohorts } from '#contract/cohorts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type OwnGroup as Found, findGroup } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import { Problem } from '#contract/problem.ts';
import { listSubmissions } from '#contract/submissions.ts';
import classes from './students.module.css';

export const firstRequests: GetFirstRequests = ({ session, hasCohorts }) => {
  if (hasCohorts) return [firstRequest(listCohorts)];
  return session?.email ? [firstRequest(findGroup, { params: { email: session.email } })] : [];
};

export function Component() {
  const email = useSession()?.email;
  useLightPrint();
  return (
    <>
      <div className={classes.header}>
        <PageHeader title="Marks" description="Your group with its documents, and your marks." />
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
    query(findGroup, { params: { email }, ...(code !== undefined && { query: { cohort: code } }) }),
  );
  const groupId = data?.group._id;
  const known = useSession()?.groupId;
  useEffect(() => {
    // A student who signed up before the proposal had no group at login.
    if (groupId && groupId !== known) updateSession({ groupId });
  }, [groupId, known]);

  if (error instanceof Problem && error.code === 'no-group') {
    return <NoGroup email={email} onRetry={refetch} isRetrying={isFetching} />;
  }
  if (isUnconfirmed(error)) {
    return (
      <Paper>
        <Unconfirmed email={email} onRetry={refetch} />
      </Paper>
    );
  }
  if (data) return <Details {...data} email={email} />;
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
        message={messageOf(
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

const shownKinds = [
  'proposal',
  'report',
  'thesis',
  'similarity',
  'code',
  'feeProof',
  'certificate',
] as const;

/** The group's page, or its skeleton while it loads. */
function Details({
  group,
  member,
  email,
}: Partial<ReplyOf<typeof findGroup>> & { email?: string }) {
  const { parts } = useScheme();
  // Assume a viva while the scheme loads, because most have one.
  const hasViva = parts.length === 0 || parts.some(({ viva }) => viva);
  return (
    <Stack gap="lg" className={classes.sheet}>
      {member && <MarksHead title={`Marks of ${member.name}, ${member.roll}`} />}
      <Columns widths="minmax(0, 7fr) minmax(0, 6fr)" style={{ alignItems: 'stretch' }}>
        <Section title="Group details">
          <GroupDetails group={group} />
        </Section>
        <Section title="Members">
          {group ? (
            <MemberCards members={group.fypGroupMembers} ownId={member?._id} />
          ) : (
            <LoadingMembers />
          )}
        </Section>
      </Columns>
      <Section
        title="Your marks"
        description={
          <>
            {member && (
              <>
                <bdi>{member.name}</bdi>, {member.roll}.{' '}
              </>
            )}
            Milestones that are not marked yet count as 0 in the totals.
          </>
        }
        actions={
          <Group gap="sm" data-no-print>
            <SheetButton groupId={group?._id} />
            <PrintButton disabled={!member} />
          </Group>
        }
      >
        <MarksTable member={member} />
      </Section>
      {hasViva && (
        <Section title="External viva">
          <VivaOutcome viva={group?.externalVivaDetails} />
        </Section>
      )}
      {group && <MarksSignatures group={group} />}
      <div data-no-print>
        <Section
          title="Documents"
          description="The newest version is shown. Older versions are kept."
        >
          {group ? (
            <DocumentList documents={group.documents} kinds={shownKinds} />
          ) : (
            <LoadingLines lines={6} />
          )}
        </Section>
      </div>
      {group && <SubmissionSection group={group} email={email} />}
    </Stack>
  );
}

function SubmissionSection({ group, email }: { group: Found; email: string | undefined }) {
  return (
    <>
      <div data-no-print id="deadlines">
        <GroupDeadlines groupId={group._id} mayAsk />
      </div>
      <div data-no-print id="certificates">
        <OwnCertificates groupId={group._id} />
      </div>
      <Uploads>
        <UploadCards
          groupId={group._id}
          email={email}
          documents={group.documents}
          onUploaded={() => invalidate(findGroup, listSubmissions, findCertificates)}
        />
      </Uploads>
    </>
  );
}

function PrintButton({ disabled }: { disabled: boolean }) {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      disabled={disabled}
      onClick={() => window.print()}
      data-no-print
    >
      Print
    </Button>
  );
}

function Uploads({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="uploads" data-no-print>
      <Title order={2} size="h3" id="uploads">
        Uploads
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        Any member of the group may upload. A new file becomes the newest version, which your
        supervisor sees first. Older versions are kept.
      </Text>
      {children}
    </section>
  );
}
