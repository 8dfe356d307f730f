type OpenDraft = { save: () => Promise<void> };

/** Drafts of the forms on the page. */
export const openDrafts = new Set<OpenDraft>();

/** Stores unsaved input on the server. Waits for at most `timeoutMs`, and ignores failures. */
export async function saveOpenDrafts(timeoutMs: number): Promise<void> {
  if (openDrafts.size === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([Promise.all([...openDrafts].map((draft) => draft.save())), promise]);
  clearTimeout(timer);
}
