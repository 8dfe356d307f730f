import { Stack, Text, Title } from '@mantine/core';
import type { HomeContent } from '#contract/settings/content.ts';
import { SlideDrawing } from './slide-drawing.tsx';
import classes from './slides.module.css';

/** Without a slide, renders a placeholder of the same height. */
export function SlideContent({ slide }: { slide?: HomeContent['slides'][number] }) {
  return (
    <Stack gap={0} h="100%">
      <div className={classes.picture}>{slide && <SlideDrawing name={slide.illustration} />}</div>
      {/* While loading, reserve the height of the longest default text. */}
      <Stack
        gap="0.35rem"
        mih={{ base: '11rem', xs: '7.25rem' }}
        pt="1.15rem"
        px={{ base: 'md', xs: 'lg' }}
        pb="0.25rem"
      >
        {slide && (
          <>
            <Title order={2} size="h3">
              {slide.title}
            </Title>
            <Text c="dimmed">{slide.text}</Text>
          </>
        )}
      </Stack>
    </Stack>
  );
}
