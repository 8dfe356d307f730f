import { Anchor, Group, SimpleGrid, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useSession } from '#client/api/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { MemberCertificateState } from '#client/certificates/member-states.tsx';
import { DocumentList } from '#client/documents/document-list.tsx';
import { GroupDetails } from '#client/groups/group-details.tsx';
import { MemberCards } from '#client/groups/member-cards.tsx';
import { CheckForm } from '#client/results/check-form.tsx';
import { SheetButton } from '#client/results/sheet-button.tsx';
import { GroupDeadlines } from '#client/submissions/group-deadlines.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getGroup } from '#contract/groups.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';

const kinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;

/** A group at a URL that can be shared. */
export function Component() {
  const { name = '' } = useParams();
  const read = useRead(getGroup, { params: { name } }, { failure: 'Failed to load the group' });
  return (
    <>
      <PageHeader
        title={name}
        description={read.data?.group.fypTitle}
        actions={read.error === undefined && <Actions {...read.data} />}
      />
      <Loaded read={read} loading={<LoadingCards cards={3} label="Loading the group…" />}>
        {({ group }) => <Sections group={group} />}
      </Loaded>
    </>
  );
}

type Reply = ReplyOf<typeof getGroup>;

function Actions({ group }: Partial<Reply>) {
  return (
    <Group gap="md">
      {group && <MarksLink group={group} />}
      <SheetButton groupId={group?._id} />
    </Group>
  );
}

function MarksLink({ group }: Reply) {
  const isStudent = useSession()?.role === 'student';
  const to = isStudent ? paths.students : links.groupMarks(group._id);
  return (
    <Anchor component={Link} to={to}>
      Marks
    </Anchor>
  );
}

function Sections({ group }: Reply) {
  const isMember = useSession()?.role === 'student';
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Group details">
          <GroupDetails group={group} />
        </Section>
        <Section title="Members">
          <MemberCards
            members={group.fypGroupMembers}
            below={(member) => (
              <>
                <MemberCertificateState groupId={group._id} memberId={member._id} />
                {!isMember && <SheetButton groupId={group._id} member={member} />}
              </>
            )}
          />
        </Section>
      </SimpleGrid>
      <GroupDeadlines groupId={group._id} mayAsk={isMember} />
      <Section title="Documents">
        <DocumentList documents={group.documents} kinds={kinds} />
      </Section>
      {!isMember && (
        <Section
          title="Check a printed sheet"
          description="Check whether a printed result sheet matches the current results."
        >
          <CheckForm groupId={group._id} />
        </Section>
      )}
    </Stack>
  );
}
