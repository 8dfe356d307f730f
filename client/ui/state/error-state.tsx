import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

type ErrorStateProps = {
  /** What went wrong, in the page's own or the server's words. */
  message: string;
  /** What to do next. */
  children?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** Drawn in place of what could not be loaded. */
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
          (onRetry ? 'Try again. If it stays like this, tell the FYP office.' : undefined)}
      </EmptyState>
    </div>
  );
}
