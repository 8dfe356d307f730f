import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import type { Categories } from '#contract/content.ts';
import classes from './categories.module.css';
import { CategoryDrawing } from './category-drawing.tsx';

/** One kind of project: what it is, what it is made with, and who supervises it. */
export function CategoryCard({ category }: { category: Categories[number] }) {
  return (
    <Paper component="article" className={classes.card} aria-labelledby={`category-${category.id}`}>
      <div className={classes.picture}>
        <CategoryDrawing name={category.illustration} />
      </div>
      <div className={classes.words}>
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
        <div>
          <Text component="h3" size="sm" fw={600} mb="0.35rem">
            Supervisors
          </Text>
          <Text>{category.supervisors.join(', ')}</Text>
        </div>
        <Text size="sm" c="dimmed">
          In the proposal form: {category.options.join(', ')}
        </Text>
      </div>
    </Paper>
  );
}
