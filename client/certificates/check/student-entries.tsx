import { Box, Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import classes from '#client/certificates/certificates.module.css';
import { EntryText } from '#client/certificates/entry-text.tsx';
import { CertificateEntryBadge } from '#client/certificates/state-badge.tsx';
import type { Courses } from '#contract/settings/courses.ts';
import type { Certificate } from '#contract/students/certificates.ts';
import { formatDate } from '#contract/values/time.ts';

type StudentEntriesProps = {
  entries: readonly Certificate[];
  rule: Courses['rule'];
  selectedId: string | undefined;
  /** True if a keyboard shortcut moved the selection, which must then be scrolled into view. */
  isMoved: boolean;
  /** Undefined for users who may not check certificates. */
  actions: CheckActions | undefined;
};

type CheckActions = {
  select(id: string): void;
  accept(entry: Certificate): void;
  returnEntry(entry: Certificate): void;
  reopen(entry: Certificate): void;
};

export function StudentEntries({ entries, selectedId, ...props }: StudentEntriesProps) {
  if (entries.length === 0) return <Text c="dimmed">No certificates listed yet.</Text>;
  return (
    <Paper component="ul" className="plain divided" aria-label="Certificates">
      {entries.map((entry) => (
        <StudentEntry
          key={entry._id}
          entry={entry}
          isSelected={entry._id === selectedId}
          {...props}
        />
      ))}
    </Paper>
  );
}

type StudentEntryProps = Pick<StudentEntriesProps, 'rule' | 'actions' | 'isMoved'> & {
  entry: Certificate;
  isSelected: boolean;
};

function StudentEntry({ entry, rule, isSelected, isMoved, actions }: StudentEntryProps) {
  const zone = useTimeZone();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected && isMoved) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected, isMoved]);
  const { state, reason, checkedAt, checkedBy, checkedVersion } = entry;
  return (
    <Box
      component="li"
      ref={row}
      p="0.6rem 0.75rem"
      className={classes.entry}
      aria-current={isSelected || undefined}
    >
      <Group justify="space-between" align="flex-start" gap="xs">
        <EntryText entry={entry} rule={rule} reason={reason}>
          {checkedAt && (
            <Text size="xs" c="dimmed">
              <bdi>{checkedBy}</bdi>, {formatDate(checkedAt, zone)}
              {checkedVersion !== null && `, version ${checkedVersion}`}
            </Text>
          )}
        </EntryText>
        <CertificateEntryBadge state={state} />
      </Group>
      {actions && <EntryActions entry={entry} actions={actions} />}
    </Box>
  );
}

type EntryActionsProps = { entry: Certificate; actions: CheckActions };

function EntryActions({ entry, actions }: EntryActionsProps) {
  const { _id, title, state } = entry;
  const look = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Group gap="xs" mt={6} onFocus={() => actions.select(_id)}>
      {state !== 'accepted' && (
        <Button
          size="compact-sm"
          onClick={() => actions.accept(entry)}
          aria-label={`Accept ${title}`}
        >
          Accept
        </Button>
      )}
      {state !== 'returned' && (
        <Button {...look} onClick={() => actions.returnEntry(entry)} aria-label={`Return ${title}`}>
          Return…
        </Button>
      )}
      {state !== 'unchecked' && (
        <Button {...look} onClick={() => actions.reopen(entry)} aria-label={`Reopen ${title}`}>
          Reopen
        </Button>
      )}
    </Group>
  );
}
