import type { ReactNode } from 'react';
import { useSettingFormContext } from '#client/settings/kit/form-context.ts';
import { Section } from '#client/ui/section.tsx';

export function SettingPreviewSection({ children }: { children: ReactNode }) {
  const { isDirty } = useSettingFormContext();
  return (
    <Section
      title="Preview"
      description={
        isDirty
          ? 'How it will look. Your changes are not saved yet.'
          : 'How it looks now. Everything is saved.'
      }
    >
      {children}
    </Section>
  );
}

/** Pairs each list entry with its index, which serves as its React key, because new entries have no ID yet. */
export const addReactKeys = <T,>(values: readonly T[]) =>
  values.map((value, index) => ({ value, key: String(index) }));
