import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '#client/ui/page-header.tsx';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { EmailList } from './email-list.tsx';
import { NoMailServer } from './no-mail-server.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="Emails"
        description="Every email of the portal with its content and state, newest first."
        actions={
          <Group gap="md">
            <Anchor component={Link} to={paths.setting('emails')}>
              Edit templates
            </Anchor>
            <Anchor component={Link} to={links.adminTab('emails')}>
              Emails in the admin panel
            </Anchor>
          </Group>
        }
      />
      <NoMailServer />
      <EmailList />
    </>
  );
}
