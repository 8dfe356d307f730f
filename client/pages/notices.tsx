import { Anchor, Stack } from '@mantine/core';
import { NoticeList } from '#client/notices/notice-list.tsx';
import { NoticeSettings } from '#client/notices/notice-settings.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="Notices"
        description="What has changed for you, and how you hear of it."
        actions={<Anchor href="#settings">Choose how you hear of it</Anchor>}
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
