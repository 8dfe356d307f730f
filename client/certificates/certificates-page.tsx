import { useSession } from '#client/api/session/session.ts';
import { CohortSwitch } from '#client/layout/cohort-switch.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { CertificateChecking } from './check/checking.tsx';

export function Component() {
  const isAdmin = useSession()?.role === 'admin';
  return (
    <>
      <PageHeader
        title="Certificates"
        mb="md"
        description={
          isAdmin
            ? 'All students and the certificates they list, beside the merged PDF.'
            : 'Students in your groups and the certificates they list, beside the merged PDF.'
        }
      />
      <CohortSwitch />
      <CertificateChecking />
    </>
  );
}
