import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Categories } from '#contract/settings/categories.ts';
import { CategoryDrawing } from './category-drawing.tsx';

export function CategoryCard({ category }: { category: Categories[number] }) {
  return (
    <Card
      component="article"
      padding={0}
      bg="var(--mantine-color-body)"
      aria-labelledby={`category-${category.id}`}
    >
      <Card.Section withBorder bg="var(--portal-tint)">
        <CategoryDrawing name={category.illustration} />
      </Card.Section>
      <Stack gap="0.9rem" flex={1} p={{ base: 'md', xs: 'lg' }}>
        <Title order={2} size="h3" id={`category-${category.id}`}>
          {category.title}
        </Title>
        <Text>{category.description}</Text>
        <div>
          <Text component="h3" size="sm" fw={600} mb="0.35rem">
            Tools
          </Text>
          <Group component="ul" gap="0.4rem" className="plain">
            {category.tools.map((tool) => (
              <Badge key={tool} component="li" size="lg">
                {tool}
              </Badge>
            ))}
          </Group>
        </div>
        {category.supervisors.length > 0 && (
          <div>
            <Text component="h3" size="sm" fw={600} mb="0.35rem">
              Supervisors
            </Text>
            <Text>{category.supervisors.join(', ')}</Text>
          </div>
        )}
        <Text size="sm" c="dimmed" mt="auto">
          In the proposal form: {category.options.join(', ')}
        </Text>
      </Stack>
    </Card>
  );
}
