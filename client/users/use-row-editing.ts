import { useState } from 'react';

/** Tracks the user who is being edited. Unsaved changes must be saved or discarded before another user is edited. */
export function useUserRowEditing() {
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
    /** True if another user has been selected while the current one has unsaved changes. */
    isLeaving: next !== undefined,
    discard: () => goTo(next),
    stay: () => setNext(undefined),
  };
}

export type UserRowEditing = ReturnType<typeof useUserRowEditing>;
