import { Title } from '@mantine/core';
import type { DocumentInfo } from '#contract/documents.ts';
import { isUploaded } from '#contract/settings/kinds.ts';
import { DocumentList } from './document-list.tsx';
import { useListedKinds } from './use-document-kinds.ts';

/** Lists the files that have no upload: those of the proposal, and of kinds that are no longer collected. */
export function FurtherDocuments({ documents }: { documents: readonly DocumentInfo[] }) {
  const kinds = useListedKinds(documents).filter((kind) => !isUploaded(kind));
  return (
    <section aria-labelledby="further-documents" className="overlined">
      <Title order={3} size="h4" id="further-documents" my="sm">
        {kinds.some(({ isAdded }) => isAdded) ? 'Further files' : 'From your proposal'}
      </Title>
      <DocumentList documents={documents} kinds={kinds.map(({ kind }) => kind)} />
    </section>
  );
}
