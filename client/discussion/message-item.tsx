import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { PastTime } from '#client/layout/past-time.tsx';
import { FormattedText } from '#client/ui/formatted-text.tsx';
import type { DiscussionMessage } from '#contract/messages/discussion.ts';
import type { MentionedPerson } from '#contract/messages/mentions.ts';
import { formatSize } from '#contract/values/format-size.ts';
import classes from './discussion.module.css';
import { EditForm } from './edit-form.tsx';
import { ReferenceChip } from './reference-chip.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

type MessageItemProps = {
  message: DiscussionMessage;
  groupName: string;
  people: readonly MentionedPerson[];
  /** True for the first message that was new when the thread was opened. */
  isFirstNew: boolean;
  /** True for the message to which the URL leads. */
  isLinked: boolean;
};

export function MessageItem(props: MessageItemProps) {
  const { message, groupName, people, isFirstNew, isLinked } = props;
  const { _id, author, isOwn, writtenAt, removed } = message;
  return (
    <li
      id={`message-${_id}`}
      tabIndex={-1}
      data-linked={isLinked || undefined}
      data-new={isFirstNew || undefined}
    >
      {isFirstNew && <div className={classes.new}>New</div>}
      <Stack gap="xs">
        <Group gap="0.15rem 0.6rem" align="baseline">
          <Text fw={600} className="breakable">
            <bdi>{author}</bdi>
            {isOwn && ' (you)'}
          </Text>
          <Text size="sm" c="dimmed">
            <PastTime at={writtenAt} />
            {message.editedAt !== null && removed === null && ', edited'}
          </Text>
        </Group>
        {removed ? (
          <Text c="dimmed" fs="italic">
            Message removed by <bdi>{removed.by}</bdi>
          </Text>
        ) : (
          <MessageContent message={message} groupName={groupName} people={people} />
        )}
      </Stack>
    </li>
  );
}

type MessageContentProps = Pick<MessageItemProps, 'message' | 'groupName' | 'people'>;

function MessageContent({ message, groupName, people }: MessageContentProps) {
  const { about, text, source, attachment, mayRemove } = message;
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const editButton = useRef<HTMLButtonElement>(null);
  const endEditing = () => {
    setDialog(undefined);
    // The button is rendered again only after this event.
    requestAnimationFrame(() => editButton.current?.focus());
  };
  if (dialog === 'edit' && source !== null) {
    return <EditForm message={message} source={source} people={people} onDone={endEditing} />;
  }
  return (
    <>
      {about && <ReferenceChip reference={about} groupName={groupName} />}
      <FormattedText blocks={text} keepsLines />
      {attachment && (
        <Box>
          <Anchor
            href={attachment.url}
            target="_blank"
            rel="noopener"
            size="sm"
            className="breakable"
          >
            <IconPaperclip size={14} aria-hidden style={{ verticalAlign: '-0.15em' }} />{' '}
            <bdi>{attachment.name}</bdi>, {formatSize(attachment.size)}
          </Anchor>
        </Box>
      )}
      {(source !== null || mayRemove) && (
        <Group gap="xs" ml="-0.6rem">
          {source !== null && (
            <Button
              ref={editButton}
              variant="subtle"
              size="compact-sm"
              onClick={() => setDialog('edit')}
            >
              Edit
            </Button>
          )}
          {mayRemove && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => setDialog('remove')}
            >
              Remove
            </Button>
          )}
        </Group>
      )}
      <RemoveDialog
        message={message}
        opened={dialog === 'remove'}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}
