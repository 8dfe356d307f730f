import { PageHeader } from '#client/ui/page-header.tsx';
import { UserList } from './user-list.tsx';

export function Component() {
  return (
    <>
      <PageHeader title="People" />
      <UserList />
    </>
  );
}
