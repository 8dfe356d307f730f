import { Title } from '@mantine/core';
import type { DocumentInfo } from '#contract/documents.ts';
import { DocumentList } from './document-list.tsx';
import { useListedKinds } from './use-document-kinds.ts';

/** Lists the files of kinds that are no longer collected, if there are any. */
export function FurtherDocuments({ documents }: { documents: readonly DocumentInfo[] }) {
  const kinds = useListedKinds(documents).filter(({ isArchived }) => isArchived);
  if (kinds.length === 0) return null;
  return (
    <section aria-labelledby="further-documents" className="overlined">
      <Title order={3} size="h4" id="further-documents" my="sm">
        Further files
      </Title>
      <DocumentList documents={documents} kinds={kinds.map(({ kind }) => kind)} />
    </section>
  );
}
