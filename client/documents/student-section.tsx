import { Suspense } from 'react';
import type { StudentSection } from '#client/feature.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { Section } from '#client/ui/section.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { versionQuotaSentence } from '#contract/rules/removed-file.ts';
import { FurtherDocuments } from './further-documents.tsx';
import { invalidateUploads } from './invalidate-uploads.ts';

const UploadCards = lazyPart(async () => (await import('./upload-cards.tsx')).UploadCards);

export const pageSections: readonly StudentSection[] = [
  {
    order: 60,
    Component: ({ group, email }) => (
      <div data-no-print>
        <Section
          title="Documents"
          description={`Any member of the group can upload files. A new file becomes the latest version, which your supervisor sees first. ${versionQuotaSentence}`}
        >
          {group ? (
            <>
              <OpenCohortFields cohortId={group.cohortId}>
                <Suspense fallback={<LoadingLines lines={12} />}>
                  <UploadCards
                    groupId={group._id}
                    email={email}
                    documents={group.documents}
                    onUploaded={invalidateUploads}
                  />
                </Suspense>
              </OpenCohortFields>
              <FurtherDocuments documents={group.documents} />
            </>
          ) : (
            <LoadingLines lines={12} />
          )}
        </Section>
      </div>
    ),
  },
];
