import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useKeySetting } from '#client/api/session/key-setting.ts';
import { useKeyboardShortcuts } from '#client/ui/keys/use-keyboard-shortcuts.ts';

type GroupStepsProps = {
  /** Undefined while the neighbours load. */
  previous: string | undefined;
  next: string | undefined;
  /** False while no group is open: J and K then move through the list of groups. */
  hasKeys: boolean;
  onStep: (to: string) => void;
  /** Called on hover or focus of a button that opens the group, so that the group can be prefetched. */
  onIntent?: ((to: string) => void) | undefined;
};

/** Buttons and shortcuts that open the previous or the next group. */
export function GroupSteps({ previous, next, hasKeys, onStep, onIntent }: GroupStepsProps) {
  const { hasKeys: isOn } = useKeySetting();
  const step = (to: string | undefined) => (to ? onStep(to) : false);
  useKeyboardShortcuts({ k: () => step(previous), j: () => step(next) }, hasKeys && isOn);
  const steps = [
    { label: 'Previous group', key: 'K', to: previous, Icon: IconChevronLeft },
    { label: 'Next group', key: 'J', to: next, Icon: IconChevronRight },
  ];
  return steps.map(({ label, key, to, Icon }) => (
    <Tooltip key={key} label={hasKeys && isOn ? `${label} (${key})` : label}>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={label}
        aria-keyshortcuts={hasKeys && isOn ? key : undefined}
        disabled={!to}
        onClick={() => step(to)}
        onPointerEnter={() => to && onIntent?.(to)}
        onFocus={() => to && onIntent?.(to)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}
