import type { ReactNode } from 'react';
import { Section } from '#client/ui/section.tsx';

export const SettingPreviewSection = ({ children }: { children: ReactNode }) => (
  <Section title="Preview" description="How it will look. Nothing is saved yet.">
    {children}
  </Section>
);

/** Pairs each list entry with its index, which serves as its React key, because new entries have no ID yet. */
export const addReactKeys = <T,>(values: readonly T[]) =>
  values.map((value, index) => ({ value, key: String(index) }));
