import { Anchor, Badge, Box, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { PastTime } from '#client/layout/past-time.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { type Notice, noticeKinds } from '#contract/messages/notices.ts';
import { formatRepetitions } from '#contract/values/repetitions.ts';

type NoticeRowProps = { notice: Notice; onOpen: () => void };

export function NoticeRow({ notice, onOpen }: NoticeRowProps) {
  const { kind, text, path, createdAt, readAt } = notice;
  const zone = useTimeZone();
  const repetitions = formatRepetitions(notice, zone);
  const isUnread = readAt === null;
  return (
    <Group component="li" align="flex-start" justify="space-between" wrap="nowrap" py="sm" px="md">
      <Box miw={0}>
        <Anchor
          component={Link}
          to={path}
          fw={isUnread ? 700 : 400}
          className="breakable"
          onClick={() => {
            if (isUnread) onOpen();
          }}
        >
          <BidiSentence text={text} />
        </Anchor>
        <Text size="sm" c="dimmed">
          {noticeKinds[kind].label}, <PastTime at={createdAt} />
          {repetitions && `, ${repetitions}`}
        </Text>
      </Box>
      <Group gap="xs" flex="none">
        {isUnread ? (
          <Badge variant="light" color="brass">
            Unread
          </Badge>
        ) : (
          <Text size="sm" c="dimmed">
            Read
          </Text>
        )}
      </Group>
    </Group>
  );
}
