import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormDraft } from '#client/api/drafts/use-draft.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { formatDateTime } from '#contract/values/time.ts';

type DraftNoteProps = {
  draft: Pick<FormDraft<unknown>, 'notice' | 'showNewer' | 'keepInput'>;
  /** Omit it if the form has a button that discards the input. */
  onDiscard?: () => void;
};

/** Tells in one line if the form shows a draft of another device, if there is a newer one, or if storing has failed. */
export function DraftNote({ draft, onDiscard }: DraftNoteProps) {
  const zone = useTimeZone();
  const { newerAt, continuedFrom, isDeviceOnly, isUnsaved } = draft.notice;
  if (newerAt) {
    return (
      <Line text={`A newer draft from another device exists (${formatDateTime(newerAt, zone)}).`}>
        <SmallButton label="Use it" onClick={draft.showNewer} />
        <SmallButton label="Keep this one" onClick={draft.keepInput} />
      </Line>
    );
  }
  if (isUnsaved) {
    return (
      <Line text="Draft not saved. Your input will be lost if you close or reload this page." />
    );
  }
  if (isDeviceOnly) return <Line text="Draft saved on this device only." />;
  return continuedFrom ? (
    <Line
      text={`Draft from ${formatDateTime(continuedFrom, zone)}, continued from another device.`}
    >
      {onDiscard && <SmallButton label="Discard" onClick={onDiscard} />}
    </Line>
  ) : null;
}

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Group gap="0.4rem 0.6rem" w="100%" role="status" data-no-print>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </Group>
  );
}

const SmallButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="compact-sm" onClick={onClick}>
    {label}
  </Button>
);
