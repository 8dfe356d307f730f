import { useState } from 'react';

/** Tracks the edited user. Another user can be edited after unsaved changes are saved or discarded. */
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
    /** True if another user was selected while this one has unsaved changes. */
    isLeaving: next !== undefined,
    discard: () => goTo(next),
    stay: () => setNext(undefined),
  };
}

export type RowEditing = ReturnType<typeof useRowEditing>;
