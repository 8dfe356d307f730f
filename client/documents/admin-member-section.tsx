import type { AdminMemberSection } from '#client/feature.ts';
import { CorrectTimeButton } from './correct-time-button.tsx';
import { MemberDocuments } from './member-documents.tsx';
import { RemoveVersionButton } from './remove-buttons.tsx';

export const pageSections: readonly AdminMemberSection[] = [
  {
    order: 10,
    Component: ({ group: { documents, deletedAt }, member: { _id, name }, onChanged }) => (
      <MemberDocuments
        documents={documents.filter(({ memberId }) => memberId === _id)}
        memberName={name}
        mayCheck={deletedAt === null}
        onChecked={onChanged}
        renderAction={(document) => (
          <>
            <RemoveVersionButton document={document} ownerName={name} />
            <CorrectTimeButton document={document} ownerName={name} />
          </>
        )}
      />
    ),
  },
];
