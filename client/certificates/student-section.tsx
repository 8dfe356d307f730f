import { Suspense } from 'react';
import type { StudentSection } from '#client/feature.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { Section } from '#client/ui/section.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';

const OwnCertificates = lazyPart(
  async () => (await import('./own-certificates.tsx')).OwnCertificates,
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
