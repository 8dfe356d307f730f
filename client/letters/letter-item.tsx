import { Button, Group, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { UnsentLetter } from '#contract/letters.ts';
import { dateTimeInWords } from '#contract/time.ts';
import classes from './letters.module.css';

type LetterItemProps = {
  letter: UnsentLetter;
  busyWith: 'again' | 'forget' | undefined;
  onSendAgain: () => void;
  onDismiss: () => void;
};

/** One letter: to whom, about what, why it did not arrive. */
export function LetterItem({ letter, busyWith, onSendAgain, onDismiss }: LetterItemProps) {
  const zone = useTimeZone();
  const { recipient, subject, attempts, lastError, queuedAt, failedAt } = letter;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Text fw={600}>{recipient}</Text>
        <Text size="sm">{subject}</Text>
        <Text size="sm" className={classes.reason}>
          {lastError ?? 'The mail server has not been asked yet.'}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          Written {dateTimeInWords(queuedAt, zone)}, tried {timesInWords(attempts)}
          {failedAt && `, given up ${dateTimeInWords(failedAt, zone)}`}
        </Text>
      </div>
      <Group gap="xs" className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Send again the letter to ${recipient}`}
          loading={busyWith === 'again'}
          disabled={busyWith !== undefined}
          onClick={onSendAgain}
        >
          Send again
        </Button>
        {failedAt && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            aria-label={`Dismiss the letter to ${recipient}`}
            loading={busyWith === 'forget'}
            disabled={busyWith !== undefined}
            onClick={onDismiss}
          >
            Dismiss
          </Button>
        )}
      </Group>
    </li>
  );
}

const timesInWords = (times: number) => (times === 1 ? 'once' : `${times} times`);
