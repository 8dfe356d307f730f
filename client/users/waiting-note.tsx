import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQueryOptions } from '#client/api/queries.ts';
import { listUsers } from '#contract/users.ts';

type WaitingNoteProps = { isShown: boolean; onShow: (isShown: boolean) => void };

/** Shows how many accounts await confirmation. While they are listed, explains the effect of confirming one. */
export function UnconfirmedUsersNote({ isShown, onShow }: WaitingNoteProps) {
  const { data } = useQuery(
    buildQueryOptions(listUsers, { query: { waiting: 'true', page: 1, limit: 1 } }),
  );
  const total = data?.total ?? 0;
  if (isShown) {
    return (
      <Alert title={titleOf(total)}>
        A confirmed account can open the group that names its email address. Confirm an account only
        when you know that this person asked for it, for example by the student card; block one that
        nobody asked for.
        <br />
        <Button variant="default" size="xs" mt="sm" onClick={() => onShow(false)}>
          Show all users
        </Button>
      </Alert>
    );
  }
  if (total === 0) return null;
  return (
    <Alert title={titleOf(total)}>
      Until then {total === 1 ? 'it cannot open a' : 'they cannot open their'} group.
      <br />
      <Button variant="default" size="xs" mt="sm" onClick={() => onShow(true)}>
        Show {total === 1 ? 'it' : 'them'}
      </Button>
    </Alert>
  );
}

function titleOf(total: number): string {
  if (total === 0) return 'No account waits to be confirmed';
  return total === 1 ? '1 account waits to be confirmed' : `${total} accounts wait to be confirmed`;
}
