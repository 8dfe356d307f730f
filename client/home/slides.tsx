import { Carousel } from '@mantine/carousel';
import '@mantine/carousel/styles.css';
import type { EmblaCarouselType } from 'embla-carousel';
import Fade from 'embla-carousel-fade';
import { useEffect, useRef, useState } from 'react';
import type { Home } from '#contract/content.ts';
import { SlideFace } from './slide-face.tsx';

type SlidesProps = {
  slides: Home['slides'];
  /** The slide in sight, counted from 0. */
  shown: number;
  onShow: (slide: number) => void;
  /** They change by themselves just now. */
  isMoving: boolean;
  /** Whoever sees them wants no motion. */
  isCalm: boolean;
  onReady: (carousel: EmblaCarouselType) => void;
};

/** All slides, fading into one another. */
export function Slides({ slides, shown, onShow, isMoving, isCalm, onReady }: SlidesProps) {
  const root = useRef<HTMLDivElement>(null);
  const [plugins] = useState(() => [Fade()]);
  const [first] = useState(shown);

  useEffect(() => {
    // The carousel announces each slide; while they change by themselves that would never end.
    root.current
      ?.querySelector('[role="status"]')
      ?.setAttribute('aria-live', isMoving ? 'off' : 'polite');
  }, [isMoving]);

  return (
    <Carousel
      ref={root}
      aria-label="What awaits you"
      withControls={false}
      initialSlide={first}
      emblaOptions={{ loop: true, duration: isCalm ? 0 : 30 }}
      plugins={plugins}
      getEmblaApi={onReady}
      onSlideChange={onShow}
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
  );
}
