import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#client/api/queries.ts';
import { listUsers } from '#contract/users.ts';

type WaitingNoteProps = { isShown: boolean; onShow: (isShown: boolean) => void };

/** That accounts wait to be confirmed, and while they are listed, what confirming one means. */
export function WaitingNote({ isShown, onShow }: WaitingNoteProps) {
  const { data } = useQuery(query(listUsers, { query: { waiting: 'true', page: 1, limit: 1 } }));
  const total = data?.total ?? 0;
  if (isShown) {
    return (
      <Alert title={titleOf(total)}>
        Whoever signed up with an address and chose the password opens the group that names it.
        Confirm an account only when you know that this person asked for it, for example by the
        student card; block one that nobody asked for.
        <br />
        <Button variant="default" size="xs" mt="sm" onClick={() => onShow(false)}>
          Show everybody
        </Button>
      </Alert>
    );
  }
  if (total === 0) return null;
  return (
    <Alert title={titleOf(total)}>
      Until then {total === 1 ? 'it opens' : 'they open'} no group.
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
