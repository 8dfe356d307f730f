import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { NoMailServer } from '#client/emails/no-mail-server.tsx';
import { ImportFlow } from '#client/imports/import-flow.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import type { ImportKind } from '#contract/admin/imports.ts';

const kinds = [
  { value: 'users', label: 'Users' },
  { value: 'groups', label: 'Groups' },
];

export function Component() {
  const [params, setParams] = useSearchParams();
  const kind: ImportKind = params.get('of') === 'groups' ? 'groups' : 'users';
  return (
    <>
      <PageHeader
        title="Import"
        description="Import many users or groups from a spreadsheet. New users are invited by email, and the members of new groups are notified by email."
      />
      <NoMailServer />
      <SegmentedControl
        mb="lg"
        aria-label="What to import"
        data={kinds}
        value={kind}
        onChange={(of) => setParams({ of }, { replace: true, preventScrollReset: true })}
      />
      {/* Reset the form when the kind changes, because a file of users cannot be imported as groups. */}
      <ImportFlow key={kind} kind={kind} />
    </>
  );
}
