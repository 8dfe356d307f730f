import { Text, Title } from '@mantine/core';
import { invalidateEndpoints } from '#client/api/queries.ts';
import type { StudentSection } from '#client/feature.ts';
import { Section } from '#client/ui/section.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findGroup } from '#contract/groups.ts';
import { findCertificates } from '#contract/students/certificates.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { DocumentList } from './document-list.tsx';
import { projectDocumentKinds } from './project-kinds.ts';
import { UploadCards } from './upload-cards.tsx';

const studentKinds = [...projectDocumentKinds, 'feeProof', 'certificate'] as const;

export const pageSections: readonly StudentSection[] = [
  {
    order: 60,
    Component: ({ group }) => (
      <div data-no-print>
        <Section
          title="Documents"
          description="The newest version is shown. Older versions are kept."
        >
          {group ? (
            <DocumentList documents={group.documents} kinds={studentKinds} />
          ) : (
            <LoadingLines lines={6} />
          )}
        </Section>
      </div>
    ),
  },
  {
    order: 90,
    Component: ({ group, email }) =>
      group && (
        <section aria-labelledby="uploads" data-no-print>
          <Title order={2} size="h3" id="uploads">
            Uploads
          </Title>
          <Text c="dimmed" size="sm" mb="md">
            Any member of the group may upload. A new file becomes the newest version, which your
            supervisor sees first. Older versions are kept.
          </Text>
          <UploadCards
            groupId={group._id}
            email={email}
            documents={group.documents}
            onUploaded={() => invalidateEndpoints(findGroup, listSubmissions, findCertificates)}
          />
        </section>
      ),
  },
];
