import type { StudentSection } from '#client/feature.ts';
import { OwnCertificates } from './own-certificates.tsx';

export const pageSections: readonly StudentSection[] = [
  {
    order: 80,
    module: 'certificates',
    Component: ({ group }) =>
      group && (
        <div data-no-print id="certificates">
          <OwnCertificates groupId={group._id} />
        </div>
      ),
  },
];
