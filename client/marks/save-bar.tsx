import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import classes from './save-bar.module.css';

type SaveBarProps = {
  /** How many changes are not saved, and how many of them are not valid. */
  count?: number;
  errorCount?: number;
  /** What the last save led to. */
  outcome?: string | undefined;
  /** A second line below the outcome. */
  outcomeDetail?: string | undefined;
  /** There is nothing to save, and why: the bar then lies where it stands, and its button steps back. */
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

/** At the window's lower edge while the form is in sight: how much is unsaved, and what to do about it. */
export function SaveBar(props: SaveBarProps) {
  const { count = 0, errorCount = 0, outcome, outcomeDetail, isSaving, onSave, onDiscard } = props;
  const Icon = errorCount > 0 ? IconAlertTriangle : count > 0 ? IconPencil : IconCheck;
  return (
    <div className={classes.bar} data-idle={props.idle} data-no-print>
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
        className={classes.save}
        variant={props.idle ? 'default' : 'filled'}
        data-disabled={isSaving || undefined}
        aria-disabled={isSaving || undefined}
        // The field keeps the focus: an error shown on leaving it would move the button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (!isSaving) onSave();
        }}
      >
        {isSaving ? 'Saving…' : 'Save Marks & Send Email'}
      </Button>
    </div>
  );
}
