import { Suspense } from 'react';
import type { StudentSection } from '#client/feature.ts';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { PartNotLoaded } from '#client/layout/part-not-loaded.tsx';
import { Section } from '#client/ui/section.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';

const OwnCertificates = lazyWithFallback(
  async () => (await import('./own-certificates.tsx')).OwnCertificates,
  PartNotLoaded,
);

const loading = (
  <Section title="Your certificates">
    <LoadingLines lines={3} />
  </Section>
);

export const pageSections: readonly StudentSection[] = [
  {
    order: 80,
    module: 'certificates',
    Component: ({ group }) =>
      group && (
        <div data-no-print id="certificates">
          <Suspense fallback={loading}>
            <OwnCertificates groupId={group._id} />
          </Suspense>
        </div>
      ),
  },
];
