import { Button, Checkbox, Select } from '@mantine/core';
import { useDownload } from '#client/api/files/use-download.ts';
import { useModules } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { noticeEndpoints } from '#client/layout/navigation/use-unread-notices.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { exportNotices, noticeKinds, readAllNotices } from '#contract/messages/notices.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import { type NoticeUrlState, toNoticeFilter } from './use-notice-address.ts';

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

export function NoticeFilters({ address }: { address: NoticeUrlState }) {
  const modules = useModules();
  const kinds = Object.entries(noticeKinds)
    .filter(([, { module }]) => isModuleEnabled(modules, module))
    .map(([value, { label }]) => ({ value, label }));
  const { download, progress } = useDownload({ failure: 'Couldn’t export notifications' });
  const reading = useAction(readAllNotices, {
    failure: 'Couldn’t mark the notifications as read',
    invalidates: noticeEndpoints,
  });
  return (
    <FilterBar
      actions={
        <>
          <Checkbox
            me="auto"
            label="Only unread"
            checked={address.state === 'unread'}
            onChange={(event) => address.showUnread(event.currentTarget.checked)}
          />
          <Button variant="default" loading={reading.isRunning} onClick={() => reading.run({})}>
            Mark all as read
          </Button>
          <MoreMenu
            download={{
              ...progress,
              isDisabled: address.unknown.length > 0,
              onSave: (format) =>
                download(exportNotices, { query: { ...toNoticeFilter(address), format } }),
            }}
          />
        </>
      }
    >
      <Select
        label="About"
        placeholder="Anything"
        data={kinds}
        value={address.kind ?? null}
        onChange={address.narrow}
        clearable
        clearButtonProps={{ 'aria-label': 'Show notifications about anything' }}
      />
      <Select label="Order" data={orders} value={address.order} onChange={address.sort} />
    </FilterBar>
  );
}
