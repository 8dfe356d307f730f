import { Anchor, Stack } from '@mantine/core';
import { PageHeader } from '#client/ui/page-header.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticeSettings } from './notice-settings.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={<Anchor href="#settings">Notification settings</Anchor>}
      />
      <Stack gap="lg">
        <NoticeList>
          <div id="settings">
            <NoticeSettings />
          </div>
        </NoticeList>
      </Stack>
    </>
  );
}
