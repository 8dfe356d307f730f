import { Button, Group, Stack, Tabs } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { Attention } from '#client/attention/attention.tsx';
import { AuditList } from '#client/audit/audit-list.tsx';
import { DocumentList } from '#client/documents/document-list.tsx';
import { MemberDocuments } from '#client/documents/member-documents.tsx';
import { NoMailServer } from '#client/emails/no-mail-server.tsx';
import { UndeliveredEmails } from '#client/emails/undelivered-emails.tsx';
import { GroupFigures } from '#client/groups/admin/group-figures.tsx';
import { GroupList } from '#client/groups/admin/group-list.tsx';
import { invalidateGroups } from '#client/groups/admin/invalidate-groups.ts';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { StaffLinks } from '#client/layout/staff-links.tsx';
import { ExtensionRequests } from '#client/submissions/extension-requests.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { UserList } from '#client/users/user-list.tsx';
import { paths } from '#contract/paths.ts';

const tabs = {
  groups: 'Groups',
  users: 'Users',
  emails: 'Emails',
  attention: 'Attention',
  audit: 'Audit',
} as const;
type Tab = keyof typeof tabs;
const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value);

export function Component() {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('tab');
  const tab = isTab(requestedTab) ? requestedTab : 'groups';
  const show = (to: string | null) => {
    const cohort = params.get('cohort');
    const address = {
      ...(to && to !== 'groups' && { tab: to }),
      ...(cohort !== null && { cohort }),
    };
    setParams(address, { preventScrollReset: true });
  };
  return (
    <>
      <PageHeader
        title="Admin panel"
        description="The department’s groups, accounts and audit trail."
        actions={<Links />}
      />
      <NoMailServer />
      <GroupFigures />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List aria-label="Sections of the admin panel">
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value} px={{ base: '0.45rem', xs: 'md' }}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="groups" pt="lg">
          <CohortSwitch />
          <Groups />
        </Tabs.Panel>
        <Tabs.Panel value="users" pt="lg">
          <UserList />
        </Tabs.Panel>
        <Tabs.Panel value="emails" pt="lg">
          <UndeliveredEmails />
        </Tabs.Panel>
        <Tabs.Panel value="attention" pt="lg">
          <Stack gap="lg">
            <ExtensionRequests />
            <Attention />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="audit" pt="lg">
          <AuditList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const Links = () => (
  <Group gap="md">
    <StaffLinks />
    <Button
      component={Link}
      to={paths.settings}
      variant="default"
      leftSection={<IconSettings size={18} aria-hidden />}
    >
      Settings
    </Button>
  </Group>
);

const groupKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;

function Groups() {
  return (
    <GroupList
      documentsOf={({ documents }) => <DocumentList documents={documents} kinds={groupKinds} />}
      documentsOfMember={({ documents, deletedAt }, { _id, name }) => (
        <MemberDocuments
          documents={documents.filter(({ memberId }) => memberId === _id)}
          memberName={name}
          mayCheck={deletedAt === null}
          onChecked={invalidateGroups}
        />
      )}
    />
  );
}
