import { Carousel } from '@mantine/carousel';
import '@mantine/carousel/styles.css';
import type { EmblaCarouselType } from 'embla-carousel';
import Fade from 'embla-carousel-fade';
import { useEffect, useRef, useState } from 'react';
import type { HomeContent } from '#contract/settings/content.ts';
import { SlideContent } from './slide-face.tsx';

type SlidesProps = {
  slides: HomeContent['slides'];
  shown: number;
  onShow: (slide: number) => void;
  isMoving: boolean;
  isCalm: boolean;
  onReady: (carousel: EmblaCarouselType) => void;
};

export function Slides({ slides, shown, onShow, isMoving, isCalm, onReady }: SlidesProps) {
  const root = useRef<HTMLDivElement>(null);
  const [plugins] = useState(() => [Fade()]);
  const [first] = useState(shown);

  useEffect(() => {
    // Suppress the carousel's screen reader announcements while the slides change automatically.
    root.current
      ?.querySelector('[role="status"]')
      ?.setAttribute('aria-live', isMoving ? 'off' : 'polite');
  }, [isMoving]);

  return (
    <Carousel
      ref={root}
      aria-label="Highlights"
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
          <SlideContent slide={slide} />
        </Carousel.Slide>
      ))}
    </Carousel>
  );
}
