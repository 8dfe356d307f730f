import { Anchor, SegmentedControl } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { NoMailServer } from '#client/emails/no-mail-server.tsx';
import { ImportFlow } from '#client/imports/import-flow.tsx';
import { paths } from '#client/paths.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import type { ImportKind } from '#contract/imports.ts';

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
        description="Many users or groups at once, from a spreadsheet. Each new user is invited by email; each member of a new group is told of it."
        actions={
          <Anchor component={Link} to={kind === 'users' ? `${paths.admin}?tab=users` : paths.admin}>
            {kind === 'users' ? 'Users' : 'Groups'} in the admin panel
          </Anchor>
        }
      />
      <NoMailServer />
      <SegmentedControl
        mb="lg"
        aria-label="What to import"
        data={kinds}
        value={kind}
        onChange={(of) => setParams({ of }, { replace: true, preventScrollReset: true })}
      />
      {/* A file of one kind is none of the other. */}
      <ImportFlow key={kind} kind={kind} />
    </>
  );
}
