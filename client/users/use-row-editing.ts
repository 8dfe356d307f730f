import { useState } from 'react';

/** Which user is edited in the table: one at a time, and another only once unsaved work is settled. */
export function useRowEditing() {
  const [userId, setUserId] = useState<string>();
  const [next, setNext] = useState<string>();
  const [isDirty, setDirty] = useState(false);
  const goTo = (id: string | undefined) => {
    setDirty(false);
    setNext(undefined);
    setUserId(id);
  };
  return {
    userId,
    isDirty,
    setDirty,
    open: (id: string) => (isDirty ? setNext(id) : goTo(id)),
    close: () => goTo(undefined),
    /** Another user was asked for while this one has unsaved changes. */
    isLeaving: next !== undefined,
    discard: () => goTo(next),
    stay: () => setNext(undefined),
  };
}

export type RowEditing = ReturnType<typeof useRowEditing>;
