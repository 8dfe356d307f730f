import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { removeDeveloper } from './use-stored-developers.ts';

export function RemoveButton({ name, place }: { name: string; place: number }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        mt="auto"
        style={{ alignSelf: 'flex-start' }}
        aria-label={`Remove ${name}`}
        onClick={dialog.open}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Remove developer"
        confirmLabel="Remove"
        consequence="This cannot be undone."
        onConfirm={() => {
          dialog.close();
          removeDeveloper(place);
        }}
        onClose={dialog.close}
      >
        <bdi>{name}</bdi> will no longer be shown in this browser.
      </ConfirmDialog>
    </>
  );
}
