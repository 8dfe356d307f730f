import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { GroupCohortContext } from '#client/api/cohorts/cohorts.ts';
import { useRead } from '#client/api/use-read.ts';
import { DocumentList } from '#client/documents/document-list.tsx';
import { MarksTable } from '#client/marks/marks-table.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { Loading } from '#client/ui/state/loading.tsx';
import { type FormerMembership, listFormerMemberships } from '#contract/people.ts';
import { formatDate } from '#contract/values/time.ts';

/** Shows the groups that the student has left, with their own marks. Renders `otherwise` if there are none. */
export function FormerGroups({ otherwise }: { otherwise?: ReactNode }) {
  const read = useRead(listFormerMemberships, {}, { failure: 'Failed to fetch details' });
  return (
    <Loaded read={read} loading={<Loading label="Loading your details…">{null}</Loading>}>
      {({ memberships }) =>
        memberships.length === 0 ? (
          otherwise
        ) : (
          <Stack gap="lg" mt="lg">
            {memberships.map((membership) => (
              <GroupCohortContext key={membership.member._id} value={membership.cohortId}>
                <FormerGroup {...membership} />
              </GroupCohortContext>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function FormerGroup({ fypGroupName, leftOn, member, documents }: FormerMembership) {
  const kinds = [...new Set(documents.map(({ kind }) => kind))];
  return (
    <>
      <Alert color="gray" role="note">
        You left <bdi>{fypGroupName}</bdi> on {formatDate(leftOn)}. You can still read your marks
        and feedback from that time{kinds.length > 0 && ', and your files'}. You no longer get
        emails about the group.
      </Alert>
      <Section
        title={
          <>
            Your marks in <bdi>{fypGroupName}</bdi>
          </>
        }
        description={
          <>
            <bdi>{member.name}</bdi>, {member.roll}. Milestones without marks count as 0 in the
            totals.
          </>
        }
      >
        <MarksTable member={member} />
      </Section>
      {kinds.length > 0 && (
        <Section
          title={
            <>
              Your files in <bdi>{fypGroupName}</bdi>
            </>
          }
        >
          <DocumentList documents={documents} kinds={kinds} />
        </Section>
      )}
    </>
  );
}
