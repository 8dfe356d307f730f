import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { EmblaCarouselType } from 'embla-carousel';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useIsLive } from '#client/api/drawn.ts';
import { StepButtons } from '#client/ui/step-buttons.tsx';
import type { Home } from '#contract/content.ts';
import { cycle } from '#contract/rules/deadlines.ts';
import { SlideFace } from './slide-face.tsx';
import classes from './slides.module.css';
import { useAutoplay } from './use-autoplay.ts';

// Asked for at once, beside the page's data, and not when the data is there.
const loading = import('./slides.tsx');
const Slides = lazy(() => loading.then((module) => ({ default: module.Slides })));

/**
 * One slide at a time, changing by themselves until somebody pauses them or looks closer. The buttons work before the
 * carousel's code is there, on one slide that stands still.
 */
export function SlideShow({ slides = [] }: { slides?: Home['slides'] }) {
  const isLive = useIsLive();
  const [shown, setShown] = useState(0);
  const [carousel, setCarousel] = useState<EmblaCarouselType>();
  const step = useCallback(
    (by: 1 | -1) => {
      if (!carousel) setShown((slide) => cycle(slide, by, slides.length));
      else if (by > 0) carousel.scrollNext();
      else carousel.scrollPrev();
    },
    [carousel, slides.length],
  );
  const { isCalm, isPlaying, isMoving, toggle, handlers } = useAutoplay(step);
  const still = <SlideFace slide={slides[shown]} />;
  return (
    <Paper className={classes.card} {...handlers}>
      {isLive && slides.length > 0 ? (
        <Suspense fallback={still}>
          <Slides
            {...{ slides, shown, isMoving, isCalm }}
            onShow={setShown}
            onReady={setCarousel}
          />
        </Suspense>
      ) : (
        still
      )}
      <Group justify="space-between" px={{ base: 'md', xs: 'lg' }} className={classes.controls}>
        {slides.length > 0 && (
          <>
            <Text size="sm" c="dimmed" className="tabular" aria-hidden>
              {shown + 1} of {slides.length}
            </Text>
            <div data-scripted>
              <StepButtons noun="slide" onStep={step}>
                <PlayButton isPlaying={isPlaying} isReady={isLive} onClick={toggle} />
              </StepButtons>
            </div>
          </>
        )}
      </Group>
      <noscript>
        {slides.slice(1).map((slide) => (
          <SlideFace key={slide.title} slide={slide} />
        ))}
      </noscript>
    </Paper>
  );
}

type PlayButtonProps = { isPlaying: boolean; isReady: boolean; onClick: () => void };

/** Until it is known whether the slides may move at all there is only its room. */
function PlayButton({ isPlaying, isReady, onClick }: PlayButtonProps) {
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={isPlaying ? 'Pause slides' : 'Play slides'}
      aria-hidden={!isReady}
      disabled={!isReady}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
