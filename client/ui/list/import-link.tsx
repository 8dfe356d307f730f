import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';

export function ImportPageLink({ to }: { to: string }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<IconUpload size={18} aria-hidden />}
    >
      Import
    </Button>
  );
}
