import { Anchor, Button, Drawer, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  useDeadlines,
  useKindLabel,
  useMarkingScheme,
} from '#client/api/cohorts/cohort-content.ts';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { buildQueryKey } from '#client/api/queries.ts';
import { formatChange } from '#client/groups/format-change.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup } from '#contract/groups.ts';
import {
  type GroupHistoryEntry,
  type HistoryKind,
  historyKinds,
  listChanges,
} from '#contract/history.ts';
import { formatDateTime } from '#contract/values/time.ts';

type GroupHistoryProps = { group: FullGroup | undefined; onClose: () => void };

export function GroupHistory({ group, onClose }: GroupHistoryProps) {
  const shown = useLastDefined(group);
  return (
    <Drawer
      opened={group !== undefined}
      onClose={onClose}
      position="right"
      size="32rem"
      title={
        <>
          History of <bdi>{shown?.fypGroupName}</bdi>
        </>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown && <GroupChangeList groupId={shown._id} groupName={shown.fypGroupName} />}
    </Drawer>
  );
}

type GroupChangeListProps = { groupId: string; groupName: string };

export function GroupChangeList({ groupId, groupName }: GroupChangeListProps) {
  const [kind, setKind] = useState<HistoryKind>();
  return (
    <Stack>
      <NativeSelect
        label="Show"
        maw="18rem"
        value={kind ?? ''}
        onChange={(event) => setKind((event.currentTarget.value as HistoryKind) || undefined)}
        data={[
          { value: '', label: 'Everything' },
          ...Object.entries(historyKinds).map(([value, label]) => ({ value, label })),
        ]}
      />
      <ChangeList groupId={groupId} groupName={groupName} kind={kind} />
    </Stack>
  );
}

type ChangeListProps = GroupChangeListProps & { kind: HistoryKind | undefined };

function ChangeList({ groupId, groupName, kind }: ChangeListProps) {
  const input = { params: { groupId }, query: { kind } };
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: [...buildQueryKey(listChanges, input), 'pages'],
      queryFn: ({ pageParam: before, signal }) =>
        call(listChanges, { ...input, query: { kind, before } }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ older }) => older ?? undefined,
      staleTime: 0,
    });
  const list = useRef<HTMLOListElement>(null);
  if (!data) {
    if (!error) return <LoadingLines lines={6} label="Loading history…" />;
    return (
      <ErrorState
        message={getErrorMessage(error, 'Couldn’t load the history')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  const events = toEvents(data.pages.flatMap(({ changes }) => changes));
  if (events.length === 0)
    return (
      <EmptyState
        title={kind ? `No entries about ${historyKinds[kind].toLowerCase()}` : 'No entries yet'}
      />
    );
  const showOlder = async () => {
    const result = await fetchNextPage();
    if (result.isError) return;
    // Focus the first new change, because the focused "Show older changes" button moves or disappears.
    const added = list.current?.children[events.length] ?? list.current?.lastElementChild;
    if (added instanceof HTMLElement) added.focus();
  };
  return (
    <Stack>
      <ol className="plain ruled" ref={list}>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end.
          <ChangeEvent key={index} event={event} groupName={groupName} />
        ))}
      </ol>
      {error && <ErrorState message={getErrorMessage(error, 'Couldn’t load older changes')} />}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void showOlder()}>
          Show older changes
        </Button>
      )}
      <VisuallyHidden role="status">
        {hasNextPage ? `${events.length} changes shown` : `All ${events.length} changes shown`}
      </VisuallyHidden>
    </Stack>
  );
}

function ChangeEvent({ event, groupName }: { event: Event; groupName: string }) {
  const zone = useTimeZone();
  return (
    <li tabIndex={-1}>
      <Text fw={600}>{event[0].changedBy ?? 'The portal'}</Text>
      <Text size="sm" c="dimmed" component="time" dateTime={event[0].changedAt}>
        {formatDateTime(event[0].changedAt, zone)}
      </Text>
      <Stack component="ul" gap="0.6rem" mt="0.6rem" className="plain nested">
        {event.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an event never change.
          <li key={index}>
            <ChangeLine change={change} groupName={groupName} />
          </li>
        ))}
      </Stack>
    </li>
  );
}

type Event = [GroupHistoryEntry, ...GroupHistoryEntry[]];

/** Combines changes that one person saved at the same time. */
function toEvents(changes: readonly GroupHistoryEntry[]): Event[] {
  const events: Event[] = [];
  for (const change of changes) {
    const last = events.at(-1);
    const isSame =
      last?.[0].changedAt === change.changedAt && last[0].changedBy === change.changedBy;
    if (last && isSame) last.push(change);
    else events.push([change]);
  }
  return events;
}

type ChangeLineProps = { change: GroupHistoryEntry; groupName: string };

function ChangeLine({ change, groupName }: ChangeLineProps) {
  const zone = useTimeZone();
  const deadlines = useDeadlines();
  const { what, from, to, link } = formatChange(change, useMarkingScheme(), {
    kindLabel: useKindLabel(),
    deadlineTitle: (id) => deadlines.find(({ _id }) => _id === id)?.title ?? 'a removed deadline',
    zone,
    groupName,
  });
  return (
    <Stack gap={2}>
      <Text size="sm" className="typed">
        {link === undefined ? (
          <BidiSentence text={what} />
        ) : (
          <Anchor component={Link} to={link} inherit>
            <BidiSentence text={what} />
          </Anchor>
        )}
      </Text>
      {from !== undefined && (
        <Text size="sm" className="typed">
          <Text span inherit c="dimmed">
            from
          </Text>{' '}
          <bdi>{from}</bdi>{' '}
          <Text span inherit c="dimmed">
            to
          </Text>{' '}
          <Text span inherit fw={600}>
            {to}
          </Text>
        </Text>
      )}
    </Stack>
  );
}
