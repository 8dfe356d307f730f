import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

type ToolButtonProps = {
  label: string;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
};

export function ToolButton({ label, isDisabled, onPress, children }: ToolButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
    >
      {children}
    </ActionIcon>
  );
}
