import { Paper } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useIsLive } from '#client/api/drawn.ts';
import type { Home } from '#contract/content.ts';
import { SlideControls, SlideFace } from './slide-face.tsx';
import classes from './slides.module.css';

// Asked for at once, beside the page's data, and not when the data is there.
const loading = import('./slides.tsx');
const Slides = lazy(() => loading.then((module) => ({ default: module.Slides })));

/** The card with one slide, or none yet; as high as the carousel that takes its place. */
function StillSlide({ slide }: { slide?: Home['slides'][number] }) {
  return (
    <>
      <SlideFace slide={slide} />
      <SlideControls />
    </>
  );
}

/** The first slide as soon as it is known, and the carousel of all of them once its code is there. */
export function SlideShow({ slides }: { slides?: Home['slides'] }) {
  const isLive = useIsLive();
  return (
    <Paper className={classes.card}>
      {slides && isLive ? (
        <Suspense fallback={<StillSlide slide={slides[0]} />}>
          <Slides slides={slides} />
        </Suspense>
      ) : (
        <StillSlide slide={slides?.[0]} />
      )}
      <noscript>
        {slides?.slice(1).map((slide) => (
          <SlideFace key={slide.title} slide={slide} />
        ))}
      </noscript>
    </Paper>
  );
}
