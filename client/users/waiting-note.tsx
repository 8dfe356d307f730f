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
        Once confirmed, an account can open the group that lists its email address. Confirm an
        account only when you know that this person asked for it, for example by checking their
        student card. Block accounts that no one asked for.
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
      Until you confirm {total === 1 ? 'it, it can’t open a' : 'them, they can’t open their'} group.
      <br />
      <Button variant="default" size="xs" mt="sm" onClick={() => onShow(true)}>
        Show {total === 1 ? 'it' : 'them'}
      </Button>
    </Alert>
  );
}

function titleOf(total: number): string {
  if (total === 0) return 'No accounts to confirm';
  return total === 1 ? '1 account to confirm' : `${total} accounts to confirm`;
}
