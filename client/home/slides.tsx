import { Carousel } from '@mantine/carousel';
import '@mantine/carousel/styles.css';
import { ActionIcon, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { EmblaCarouselType } from 'embla-carousel';
import Fade from 'embla-carousel-fade';
import { useCallback, useEffect, useRef, useState } from 'react';
import { StepButtons } from '#client/ui/step-buttons.tsx';
import type { Home } from '#contract/content.ts';
import { SlideControls, SlideFace } from './slide-face.tsx';
import { useAutoplay } from './use-autoplay.ts';

/** The slides fade into one another by themselves, until somebody pauses them or looks closer. */
export function Slides({ slides }: { slides: Home['slides'] }) {
  const root = useRef<HTMLDivElement>(null);
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  const [plugins] = useState(() => [Fade()]);
  const [shown, setShown] = useState(0);
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const next = useCallback(() => embla?.scrollNext(), [embla]);
  const { isPlaying, isMoving, toggle, handlers } = useAutoplay(next);

  useEffect(() => {
    // The carousel announces each slide; while they change by themselves that would never end.
    root.current
      ?.querySelector('[role="status"]')
      ?.setAttribute('aria-live', isMoving ? 'off' : 'polite');
  }, [isMoving]);

  return (
    <Stack gap={0} h="100%" {...handlers}>
      <Carousel
        ref={root}
        aria-label="What awaits you"
        withControls={false}
        emblaOptions={{ loop: true, duration: isCalm ? 0 : 30 }}
        plugins={plugins}
        getEmblaApi={setEmbla}
        onSlideChange={setShown}
      >
        {slides.map((slide, index) => (
          <Carousel.Slide
            key={slide.title}
            aria-label={`${index + 1} of ${slides.length}`}
            inert={index !== shown}
          >
            <SlideFace slide={slide} />
          </Carousel.Slide>
        ))}
      </Carousel>
      <SlideControls>
        <Text size="sm" c="dimmed" className="tabular" aria-hidden>
          {shown + 1} of {slides.length}
        </Text>
        <StepButtons
          noun="slide"
          onStep={(step) => (step > 0 ? embla?.scrollNext() : embla?.scrollPrev())}
        >
          <PlayButton isPlaying={isPlaying} onClick={toggle} />
        </StepButtons>
      </SlideControls>
    </Stack>
  );
}

function PlayButton({ isPlaying, onClick }: { isPlaying: boolean; onClick: () => void }) {
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={isPlaying ? 'Pause slides' : 'Play slides'}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
