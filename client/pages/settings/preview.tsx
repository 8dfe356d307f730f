import type { ReactNode } from 'react';
import { Section } from '#client/ui/section.tsx';

export const Preview = ({ children }: { children: ReactNode }) => (
  <Section title="Preview" description="As it will look; nothing is saved yet.">
    {children}
  </Section>
);

/** Within a list, what has no id of its own yet. */
export const numbered = <T,>(values: readonly T[]) =>
  values.map((value, index) => ({ value, key: String(index) }));
