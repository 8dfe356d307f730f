import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskQuery } from './use-unread-notices.ts';

/**
 * Returns whether the desk lists a task. Stays true if somebody else completes the task in the meantime, because a form
 * of it may be open.
 */
export function useHasDeskTask(taskId: string): boolean {
  const { data } = useQuery(deskQuery);
  const [wasListed, setWasListed] = useState(false);
  if (!wasListed && data?.items.some(({ id }) => id === taskId)) setWasListed(true);
  return wasListed;
}
