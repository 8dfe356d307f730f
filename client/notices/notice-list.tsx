import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { useAction } from '#client/api/use-action.ts';
import { noticeEndpoints } from '#client/layout/navigation/use-unread-notices.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { listNotices, readNotice } from '#contract/messages/notices.ts';
import { NoticeFilters } from './notice-filters.tsx';
import { NoticeRow } from './notice-row.tsx';
import {
  type NoticeUrlState,
  noticesPageSize,
  toNoticeFilter,
  useNoticeUrlState,
} from './use-notice-address.ts';

/** Lists the user's notices. Renders `children` only after the list has loaded, to prevent a layout shift. */
export function NoticeList({ children }: { children: ReactNode }) {
  const address = useNoticeUrlState();
  const { unknown } = address;
  const read = useListRead(
    listNotices,
    { query: { ...toNoticeFilter(address), page: address.page, limit: noticesPageSize } },
    {
      unknown,
      nothing: { notices: [], total: 0 },
      failure: 'Couldn’t load your notifications',
      keepsPrevious: true,
      staleTime: 0,
    },
  );
  const opening = useAction(readNotice, {
    failure: 'Couldn’t mark the notification as read',
    invalidates: noticeEndpoints,
  });
  return (
    <>
      <Stack gap="md">
        <NoticeFilters address={address} />
        <UnknownFilters unknown={unknown} onRemove={address.remove} />
        <Loaded read={read} loading={<LoadingLines lines={8} label="Loading notifications…" />}>
          {({ notices, total }) =>
            total === 0 ? (
              <NoNotices address={address} />
            ) : (
              <ListFrame isStale={read.isStale}>
                <ul className="plain divided" aria-label="Notifications">
                  {notices.map((notice) => (
                    <NoticeRow
                      key={notice._id}
                      notice={notice}
                      onOpen={() => opening.run({ params: { noticeId: notice._id } })}
                    />
                  ))}
                </ul>
              </ListFrame>
            )
          }
        </Loaded>
        <PageLinks
          label="Pages of notifications"
          address={address}
          read={read}
          limit={noticesPageSize}
        />
      </Stack>
      {(read.data !== undefined || read.error !== undefined) && children}
    </>
  );
}

function NoNotices({ address: { kind, state, unknown, showAll } }: { address: NoticeUrlState }) {
  if (kind === undefined && state === undefined && unknown.length === 0) {
    return (
      <EmptyState title="No notifications yet">
        Updates for you, such as new marks or dates, appear here.
      </EmptyState>
    );
  }
  return (
    <NothingFound title="No matching notifications" all="notifications" onShowAll={showAll}>
      Your filters hide all of your notifications.
    </NothingFound>
  );
}
