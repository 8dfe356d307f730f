import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type StepButtonsProps = {
  /** Noun in the button labels: "deadline" results in "Previous deadline" and "Next deadline". */
  noun: string;
  onStep: (step: 1 | -1) => void;
  children?: ReactNode;
};

export function PreviousNextButtons({ noun, onStep, children }: StepButtonsProps) {
  return (
    <ActionIcon.Group>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Previous ${noun}`}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      {children}
      <ActionIcon variant="default" size={36} aria-label={`Next ${noun}`} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </ActionIcon.Group>
  );
}
