import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

export type Read<Data> = {
  data: Data | undefined;
  error: string | undefined;
  retry: () => void;
  isRetrying: boolean;
};

type LoadedProps<Data> = {
  /** What `useRead` returns. */
  read: Read<Data>;
  /** Drawn until there is something to show. */
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Draws what was read, or that it loads, or why it could not be loaded with a button to retry. */
export function Loaded<Data>({ read, loading, children }: LoadedProps<Data>) {
  const { data, error, retry, isRetrying } = read;
  if (data !== undefined) return children(data);
  if (error === undefined) return loading;
  return <ErrorState message={error} onRetry={retry} isRetrying={isRetrying} />;
}
