import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function TitledDrawerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
