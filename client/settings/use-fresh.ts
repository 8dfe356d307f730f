import { useState } from 'react';

/** Only what was read just now: a form must not start from what somebody has replaced since. */
export function useFresh<Data>(read: {
  data: Data | undefined;
  isRetrying: boolean;
}): Data | undefined {
  const [first, setFirst] = useState<Data>();
  if (first === undefined && read.data !== undefined && !read.isRetrying) setFirst(read.data);
  return first;
}
