import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

type ErrorStateProps = {
  message: string;
  children?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
};

export function ErrorState({ message, children, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={message}
        drawing="broken"
        action={
          onRetry && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={isRetrying}
              onClick={onRetry}
            >
              Retry
            </Button>
          )
        }
      >
        {children ??
          (onRetry ? 'Try again. If the error persists, contact the FYP office.' : undefined)}
      </EmptyState>
    </div>
  );
}
