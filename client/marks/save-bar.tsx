import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { StickyBar } from '#client/ui/sticky-bar.tsx';

type SaveBarProps = {
  count?: number;
  errorCount?: number;
  outcome?: string | undefined;
  outcomeDetail?: string | undefined;
  /** Reason why the last save failed, shown while there are unsaved changes. */
  failure?: string | undefined;
  /** Reason why there is nothing to save. If set, the bar is not sticky and its button is less prominent. */
  idle?: string;
  isSaving?: boolean;
  /** Defined while the save waits for the connection. */
  interruption?: { message: string; cancel: () => void } | undefined;
  /** Line above the state, such as a note about a draft of another device. */
  note?: ReactNode;
  /** True if the cohort is closed. Unsaved changes can then only be discarded. */
  isClosed?: boolean;
  onSave: () => void;
  onDiscard?: () => void;
};

function formatState({
  count = 0,
  errorCount = 0,
  outcome,
  idle = 'No unsaved changes',
}: SaveBarProps): string {
  if (count === 0) return outcome || idle;
  const changes = count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
  return errorCount === 0 ? changes : `${changes}, ${errorCount} to fix`;
}

export function SaveBar(props: SaveBarProps) {
  const { count = 0, errorCount = 0, outcome, isSaving, interruption, onSave } = props;
  const failure = interruption?.message ?? props.failure;
  const detail = count > 0 ? failure : outcome && props.outcomeDetail;
  const Icon = errorCount > 0 ? IconAlertTriangle : count > 0 ? IconPencil : IconCheck;
  return (
    <StickyBar isIdle={props.idle !== undefined}>
      {props.note}
      <Group gap="xs" wrap="nowrap" flex="1 1 0" miw="5.5rem">
        {(count > 0 || outcome) && (
          <Icon
            size={18}
            color="var(--mantine-color-dimmed)"
            style={{ flex: 'none' }}
            aria-hidden
          />
        )}
        <div role="status">
          <Text size="sm" fw={count > 0 ? 600 : undefined}>
            {formatState(props)}
          </Text>
          {detail && (
            <Text size="xs" c={count > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
              {detail}
            </Text>
          )}
        </div>
      </Group>
      {count > 0 && (
        <Button
          variant="default"
          onClick={interruption?.cancel ?? props.onDiscard}
          disabled={isSaving && !interruption}
        >
          {interruption ? 'Cancel' : 'Discard'}
        </Button>
      )}
      <SubmitButton
        px={{ base: '0.75rem', xs: '1.125rem' }}
        variant={props.idle ? 'default' : 'filled'}
        disabled={props.isClosed}
        isBusy={isSaving === true}
        busyText="Saving…"
        onPress={onSave}
      >
        Save Marks & Send Email
      </SubmitButton>
    </StickyBar>
  );
}
