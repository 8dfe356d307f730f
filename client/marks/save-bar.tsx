import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import { StickyBar } from '#client/ui/sticky-bar.tsx';

type SaveBarProps = {
  count?: number;
  errorCount?: number;
  outcome?: string | undefined;
  outcomeDetail?: string | undefined;
  /** Reason why there is nothing to save. If set, the bar is not sticky and its button is less prominent. */
  idle?: string;
  isSaving?: boolean;
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
  return errorCount === 0 ? changes : `${changes}, ${errorCount} to correct`;
}

export function SaveBar(props: SaveBarProps) {
  const { count = 0, errorCount = 0, outcome, outcomeDetail, isSaving, onSave, onDiscard } = props;
  const Icon = errorCount > 0 ? IconAlertTriangle : count > 0 ? IconPencil : IconCheck;
  return (
    <StickyBar isIdle={props.idle !== undefined}>
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
          {count === 0 && outcome && outcomeDetail && (
            <Text size="xs" c="dimmed">
              {outcomeDetail}
            </Text>
          )}
        </div>
      </Group>
      {count > 0 && (
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
      )}
      <Button
        px={{ base: '0.75rem', xs: '1.125rem' }}
        variant={props.idle ? 'default' : 'filled'}
        data-disabled={isSaving || undefined}
        aria-disabled={isSaving || undefined}
        // Keep the focus in the field: an error that appears on blur would move the button away from the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (!isSaving) onSave();
        }}
      >
        {isSaving ? 'Saving…' : 'Save Marks & Send Email'}
      </Button>
    </StickyBar>
  );
}
