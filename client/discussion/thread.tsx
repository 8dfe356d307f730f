import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { getErrorMessage } from '#client/api/problems.ts';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup, OwnGroup } from '#contract/groups.ts';
import type { DiscussionPerson, DiscussionThread } from '#contract/messages/discussion.ts';
import { Composer } from './composer.tsx';
import { parseReference } from './draft.ts';
import { MessageList } from './message-list.tsx';
import { labelPeople } from './person-labels.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useMessages } from './use-messages.ts';
import { useReadMarker } from './use-read-marker.ts';

type ThreadProps = {
  group: FullGroup | OwnGroup;
  thread: DiscussionThread;
  /** Id of the message to which a link leads. */
  linkedId: string | undefined;
  unread: number;
};

export function Thread({ group, thread, linkedId, unread }: ThreadProps) {
  const read = useMessages({ groupId: group._id, thread, around: linkedId, unread });
  const { data, error, messages, people, refetch, isFetching } = read;
  const openedAt = useReadMarker({
    messages,
    lastRead: read.lastRead,
    isLoaded: data !== undefined,
  });
  const announcement = useAnnouncement(messages, linkedId);
  if (!data) {
    if (!error) return <LoadingLines lines={8} label="Loading the discussion…" />;
    return (
      <ErrorState
        message={getErrorMessage(error, 'Couldn’t load the discussion')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <Stack gap="md">
      <Readers people={people} />
      <MessageList
        read={read}
        openedAt={openedAt}
        groupName={group.fypGroupName}
        linkedId={linkedId}
      />
      {error && <ErrorState message={getErrorMessage(error, 'Couldn’t load the messages')} />}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <NewMessage group={group} thread={thread} people={people} onSent={refetch} />
    </Stack>
  );
}

/** Names the people who read the thread, so that nobody writes to more people than they expect. */
function Readers({ people }: { people: readonly DiscussionPerson[] }) {
  const named = people.filter(({ role }) => role !== 'coordinator').map(({ name }) => name);
  return (
    <Text size="sm" c="dimmed">
      <BidiSentence
        text={`Read by ${new Intl.ListFormat('en-GB').format([...named, 'the FYP office'])}.`}
      />
    </Text>
  );
}

type NewMessageProps = Pick<ThreadProps, 'group' | 'thread'> & {
  people: readonly DiscussionPerson[];
  onSent: () => unknown;
};

function NewMessage({ group, thread, people, onSent }: NewMessageProps) {
  const closed = useClosedCohort(group.cohortId);
  const [params, setParams] = useSearchParams();
  const asked = parseReference(params.get('about'));
  if (closed) {
    return (
      <Text size="sm" c="dimmed">
        <bdi>{closed.name}</bdi> is closed and can’t be changed.
      </Text>
    );
  }
  // Files of single members are not open to everybody in the thread.
  const documents = group.documents.filter(
    ({ memberId, removed }) => memberId === null && removed === null,
  );
  const leaveLinks = () => {
    // The sent message is at the end of the thread, and the reference has been used.
    const next = new URLSearchParams(params);
    next.delete('about');
    next.delete('message');
    if (next.size !== params.size) setParams(next, { replace: true, preventScrollReset: true });
  };
  return (
    <Composer
      groupId={group._id}
      thread={thread}
      people={labelPeople(people)}
      documents={documents}
      asked={asked}
      onSent={async () => {
        await onSent();
        leaveLinks();
      }}
    />
  );
}
