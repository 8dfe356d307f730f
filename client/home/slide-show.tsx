import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { EmblaCarouselType } from 'embla-carousel';
import { Suspense, useCallback, useState } from 'react';
import { useIsHydrated } from '#client/api/prerender-values.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { PreviousNextButtons } from '#client/ui/step-buttons.tsx';
import { wrapIndex } from '#contract/rules/deadlines.ts';
import type { HomeContent } from '#contract/settings/content.ts';
import { SlideContent } from './slide-face.tsx';
import classes from './slides.module.css';
import { useAutoplay } from './use-autoplay.ts';

// Load the carousel in parallel with the page's data.
const loading = import('./slides.tsx');
const Slides = lazyPart(
  async () => (await loading).Slides,
  ({ slides, shown }) => <SlideContent slide={slides[shown]} />,
);

/** The buttons work even before the carousel's code has loaded. */
export function SlideShow({ slides = [] }: { slides?: HomeContent['slides'] }) {
  const isHydrated = useIsHydrated();
  const [shown, setShown] = useState(0);
  const [carousel, setCarousel] = useState<EmblaCarouselType>();
  const step = useCallback(
    (by: 1 | -1) => {
      if (!carousel) setShown((slide) => wrapIndex(slide, by, slides.length));
      else if (by > 0) carousel.scrollNext();
      else carousel.scrollPrev();
    },
    [carousel, slides.length],
  );
  const { isCalm, isPlaying, isMoving, toggle, handlers } = useAutoplay(step);
  const still = <SlideContent slide={slides[shown]} />;
  return (
    <Paper className={classes.card} {...handlers}>
      {isHydrated && slides.length > 0 ? (
        <Suspense fallback={still}>
          <Slides
            slides={slides}
            shown={shown}
            isMoving={isMoving}
            isCalm={isCalm}
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
            <Text size="sm" c="dimmed" aria-hidden>
              {shown + 1} of {slides.length}
            </Text>
            <div data-scripted>
              <PreviousNextButtons noun="slide" onStep={step}>
                <PlayButton isPlaying={isPlaying} isReady={isHydrated} onClick={toggle} />
              </PreviousNextButtons>
            </div>
          </>
        )}
      </Group>
      <noscript>
        {slides.slice(1).map((slide) => (
          <SlideContent key={slide.title} slide={slide} />
        ))}
      </noscript>
    </Paper>
  );
}

type PlayButtonProps = { isPlaying: boolean; isReady: boolean; onClick: () => void };

/** The button is hidden until hydration, because the server does not know the user's motion preference. */
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
