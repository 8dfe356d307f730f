import { useEffect, useState } from 'react';
import { z } from 'zod';
import { createDraftStore } from '#client/api/drafts/draft-store.ts';
import type { DraftForm } from '#client/api/drafts/draft-sync.ts';
import { useDraft } from '#client/api/drafts/use-draft.ts';
import { buildDraftKey } from '#contract/drafts.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import type { SettingFormValues } from './kit/form-context.ts';

/** An unsaved value of a setting, and the version on which it is based. The value may be invalid. */
const SettingDraft = z.object({ version: z.int(), value: z.unknown() });
export type SettingDraft = z.infer<typeof SettingDraft>;

const store = createDraftStore('session', (stored) => SettingDraft.safeParse(stored).data);

type DraftKeys = Pick<DraftForm<SettingDraft>, 'key' | 'storageKey'>;

export const buildSettingDraftKeys = (
  userId: string | undefined,
  cohort: string | undefined,
  name: SettingName,
): DraftKeys => ({
  key: buildDraftKey('setting', cohort, name),
  storageKey: `draft:setting:${userId}:${cohort ?? ''}:${name}`,
});

export const readSettingDraft = ({ storageKey }: DraftKeys) => store.read(storageKey);

type EditedSetting = {
  form: { isDirty: () => boolean; values: SettingFormValues };
  version: number;
  /** Shows a draft in the form. Undefined shows the saved value. */
  show: (draft: SettingDraft | undefined) => void;
};

/** Shows the restored draft, and keeps changed values as a draft. */
export function useSettingDraft(
  keys: DraftKeys,
  restored: SettingDraft | undefined,
  { form, version, show }: EditedSetting,
) {
  const { value } = form.values;
  const isDirty = form.isDirty();
  const [isShown, setIsShown] = useState(restored === undefined);
  const draft = useDraft({ ...keys, store, show });
  const { change } = draft;
  useEffect(() => {
    if (isShown) return;
    show(restored);
    setIsShown(true);
  }, [isShown, restored, show]);
  useEffect(() => {
    if (isShown) change(isDirty ? { version, value } : undefined);
  }, [change, isShown, isDirty, value, version]);
  return draft;
}
