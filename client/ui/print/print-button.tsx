import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

export function PrintButton({ disabled }: { disabled: boolean }) {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      disabled={disabled}
      onClick={() => window.print()}
      data-no-print
    >
      Print
    </Button>
  );
}
