import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DocumentList } from '#client/documents/document-list.tsx';
import { GroupFigures } from '#client/groups/group-figures.tsx';
import { GroupList } from '#client/groups/group-list.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { UserList } from '#client/users/user-list.tsx';

export function Component() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'users' ? 'users' : 'groups';
  return (
    <>
      <PageHeader
        title="Admin panel"
        description="The department’s groups and everybody with an account."
      />
      <GroupFigures />
      <Tabs
        value={tab}
        onChange={(value) =>
          setParams(value === 'users' ? { tab: 'users' } : {}, { preventScrollReset: true })
        }
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="groups">Groups</Tabs.Tab>
          <Tabs.Tab value="users">Users</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="groups" pt="lg">
          <GroupList
            documentsOf={({ documents }) => (
              <DocumentList
                documents={documents}
                kinds={['proposal', 'thesis', 'similarity', 'code']}
              />
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="users" pt="lg">
          <UserList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
