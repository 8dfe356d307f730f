import { useState } from 'react';

/** Returns cached data only after it has been refetched, so that a form does not start with outdated data. */
export function useRefetchedData<Data>(read: {
  data: Data | undefined;
  isRetrying: boolean;
}): Data | undefined {
  const [first, setFirst] = useState<Data>();
  if (first === undefined && read.data !== undefined && !read.isRetrying) setFirst(read.data);
  return first;
}
