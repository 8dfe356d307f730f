import { Button, Checkbox, Select } from '@mantine/core';
import { useDownload } from '#client/api/files/use-download.ts';
import { useAction } from '#client/api/use-action.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { ExportMenu } from '#client/ui/list/save-menu.tsx';
import {
  exportNotices,
  listNotices,
  noticeKinds,
  readAllNotices,
} from '#contract/messages/notices.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { type NoticeUrlState, toNoticeFilter } from './use-notice-address.ts';

const kinds = Object.entries(noticeKinds).map(([value, { label }]) => ({ value, label }));
const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

export function NoticeFilters({ address }: { address: NoticeUrlState }) {
  const { download, progress } = useDownload({ failure: 'Failed to save the notices' });
  const reading = useAction(readAllNotices, {
    failure: 'Failed to mark the notices as read',
    invalidates: [listNotices, countNotices],
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
          <ExportMenu
            {...progress}
            isDisabled={address.unknown.length > 0}
            onSave={(format) =>
              download(exportNotices, { query: { ...toNoticeFilter(address), format } })
            }
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
        clearButtonProps={{ 'aria-label': 'Show notices about anything' }}
      />
      <Select
        label="Order"
        data={orders}
        value={address.order}
        onChange={address.sort}
        allowDeselect={false}
      />
    </FilterBar>
  );
}
