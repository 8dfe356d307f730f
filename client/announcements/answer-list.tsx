import { Group, Pagination, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { PastTime } from '#client/layout/past-time.tsx';
import { EmailLink } from '#client/ui/email-link.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type AnnouncementAnswer, listAnswers } from '#contract/messages/announcements.ts';

const limit = 25;

/** Answers to an announcement, the newest first. */
export function AnswerList({ announcementId }: { announcementId: string }) {
  const [page, setPage] = useState(1);
  const read = useRead(
    listAnswers,
    { params: { announcementId }, query: { page, limit } },
    { failure: 'Couldn’t load the answers', staleTime: 0, keepsPrevious: true },
  );
  return (
    <Stack gap="sm" mt="lg">
      <Title order={3} size="h5">
        Answers
      </Title>
      <Loaded read={read} loading={<LoadingLines lines={3} label="Loading the answers…" />}>
        {({ answers, total }) => (
          <>
            {total === 0 && (
              <Text size="sm" c="dimmed">
                No answers yet.
              </Text>
            )}
            <ul className="plain ruled" aria-label="Answers">
              {answers.map((answer) => (
                <Answer key={answer._id} answer={answer} />
              ))}
            </ul>
            {total > limit && (
              <Group justify="center">
                <Pagination
                  value={page}
                  total={Math.ceil(total / limit)}
                  onChange={setPage}
                  getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
                />
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Answer({ answer: { name, email, text, at } }: { answer: AnnouncementAnswer }) {
  return (
    <li>
      <Text size="sm" fw={600} className="breakable">
        <bdi>{name}</bdi>
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        <PastTime at={at} />
        {email !== null && (
          <>
            {' · '}
            <EmailLink email={email} size="sm" />
          </>
        )}
      </Text>
      <Text mt={4} className="typed">
        {text}
      </Text>
    </li>
  );
}
