import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

export type ReadResult<Data> = {
  data: Data | undefined;
  error: string | undefined;
  retry: () => void;
  isRetrying: boolean;
};

type LoadedProps<Data> = {
  read: ReadResult<Data>;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ read, loading, children }: LoadedProps<Data>) {
  const { data, error, retry, isRetrying } = read;
  if (data !== undefined) return children(data);
  if (error === undefined) return loading;
  return <ErrorState message={error} onRetry={retry} isRetrying={isRetrying} />;
}
