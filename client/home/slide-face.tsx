import { Text, Title } from '@mantine/core';
import type { Home } from '#contract/content.ts';
import { SlideDrawing } from './slide-drawing.tsx';
import classes from './slides.module.css';

/** What one slide shows; without one, the room that it takes. */
export function SlideFace({ slide }: { slide?: Home['slides'][number] }) {
  return (
    <div className={classes.face}>
      <div className={classes.picture}>{slide && <SlideDrawing name={slide.illustration} />}</div>
      <div className={classes.words}>
        {slide && (
          <>
            <Title order={2} size="h3">
              {slide.title}
            </Title>
            <Text c="dimmed">{slide.text}</Text>
          </>
        )}
      </div>
    </div>
  );
}
