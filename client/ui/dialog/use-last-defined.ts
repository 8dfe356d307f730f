import { useState } from 'react';

/** Returns the last value that was not undefined, so that a dialog can show it while closing. */
export function useLastDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
