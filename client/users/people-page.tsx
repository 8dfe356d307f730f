import { PageHeader } from '#client/ui/page-header.tsx';
import { UserList } from './user-list.tsx';

export function Component() {
  return (
    <>
      <PageHeader
        title="People"
        description="The accounts of students, supervisors, external examiners and admins."
      />
      <UserList />
    </>
  );
}
