import type { AdminGroupSection } from '#client/feature.ts';
import { CorrectTimeButton } from './correct-time-button.tsx';
import { DocumentList } from './document-list.tsx';
import { RemoveGroupFilesButton, RemoveVersionButton } from './remove-buttons.tsx';

export const pageSections: readonly AdminGroupSection[] = [
  {
    order: 10,
    Component: ({ group }) => (
      <>
        <DocumentList
          documents={group.documents}
          renderAction={(document) => (
            <>
              <RemoveVersionButton document={document} ownerName={group.fypGroupName} />
              <CorrectTimeButton document={document} ownerName={group.fypGroupName} />
            </>
          )}
        />
        {group.deletedAt !== null && <RemoveGroupFilesButton group={group} />}
      </>
    ),
  },
];
