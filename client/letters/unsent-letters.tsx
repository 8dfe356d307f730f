import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { invalidate, query } from '#client/api/queries.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LoadingTable } from '#client/ui/loading.tsx';
import { Section } from '#client/ui/section.tsx';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import {
  forgetLetter,
  listUnsentLetters,
  sendLetterAgain,
  type UnsentLetter,
} from '#contract/letters.ts';
import { LetterItem } from './letter-item.tsx';
import classes from './letters.module.css';

/** Letters that did not arrive, with the reason, and what an admin can do about it. */
export function UnsentLetters() {
  const { data, error, refetch, isFetching } = useQuery(query(listUnsentLetters));
  const act = useMutation({
    mutationFn: ({ letter, action }: { letter: UnsentLetter; action: 'again' | 'forget' }) =>
      call(action === 'again' ? sendLetterAgain : forgetLetter, {
        params: { letterId: letter._id },
      }),
    onSuccess: ({ message }) => toast.success(message, adminToastMs),
    onError: (refusal) => {
      if (!isCancelled(refusal)) {
        toast.error(messageOf(refusal, 'Failed to change the letter'), adminToastMs);
      }
    },
    onSettled: () => invalidate(listUnsentLetters),
  });

  if (!data) {
    return error ? (
      <ErrorState
        message={messageOf(error, 'Failed to load letters')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <LoadingTable rows={3} columns={3} label="Loading letters…" />
    );
  }
  if (data.failedTotal + data.waitingTotal === 0) {
    return (
      <EmptyState title="Every letter has arrived">
        A letter that a mail server refuses, or that waits for more than an hour, is shown here.
      </EmptyState>
    );
  }
  const items = (letters: UnsentLetter[]) => (
    <ul className={classes.list}>
      {letters.map((letter) => (
        <LetterItem
          key={letter._id}
          letter={letter}
          busyWith={
            act.isPending && act.variables.letter._id === letter._id
              ? act.variables.action
              : undefined
          }
          onSendAgain={() => act.mutate({ letter, action: 'again' })}
          onDismiss={() => act.mutate({ letter, action: 'forget' })}
        />
      ))}
    </ul>
  );
  return (
    <Stack gap="xl">
      {data.failedTotal > 0 && (
        <Section
          title={inWords(data.failedTotal, 'was', 'were', 'given up')}
          description={`The mail server refused them for good, or they were tried for five days.${onlyFirst(data.failed, data.failedTotal)}`}
        >
          {items(data.failed)}
        </Section>
      )}
      {data.waitingTotal > 0 && (
        <Section
          title={inWords(data.waitingTotal, 'has', 'have', 'waited for more than an hour')}
          description={`They are tried again by themselves.${onlyFirst(data.waiting, data.waitingTotal)}`}
        >
          {items(data.waiting)}
        </Section>
      )}
    </Stack>
  );
}

const inWords = (count: number, one: string, several: string, what: string) =>
  count === 1 ? `1 letter ${one} ${what}` : `${count} letters ${several} ${what}`;

const onlyFirst = (shown: UnsentLetter[], total: number) =>
  shown.length < total ? ` The first ${shown.length} are shown.` : '';
