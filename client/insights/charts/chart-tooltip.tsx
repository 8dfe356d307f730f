import { Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useState } from 'react';
import classes from './chart-tooltip.module.css';
import { type Fill, Swatch } from './fills.tsx';

export type TooltipContent = {
  title: string;
  items: readonly { label: string; value: string; fill?: Fill }[];
};

type ChartTooltipProps = {
  /** Of what has this number as `data-at`. */
  contentOf: (at: number) => TooltipContent | undefined;
  /** Where of the pointer, so that it does not hide what the pointer is on. */
  position: 'top' | 'right';
  children: ReactNode;
};

/** Tells the numbers of what the pointer is on. One for a whole chart: a hundred rows need no hundred of them. */
export function ChartTooltip({ contentOf, position, children }: ChartTooltipProps) {
  const [at, setAt] = useState<number>();
  // The chart has moved from under the pointer, which has not moved itself.
  useWindowEvent('resize', () => setAt(undefined));
  const content = at === undefined ? undefined : contentOf(at);
  const point = ({ target }: PointerEvent) => {
    const place = target instanceof Element ? target.closest<SVGElement>('[data-at]') : null;
    setAt(place ? Number(place.dataset.at) : undefined);
  };
  return (
    <Tooltip.Floating
      className={classes.tooltip}
      // The colours of the charts are the page's.
      withinPortal={false}
      position={position}
      disabled={!content}
      label={content && <Numbers {...content} />}
    >
      <div onPointerMove={point}>{children}</div>
    </Tooltip.Floating>
  );
}

function Numbers({ title, items }: TooltipContent) {
  return (
    <>
      <strong>{title}</strong>
      <dl>
        {items.map(({ label, value, fill }) => (
          <div key={label}>
            <dt>
              {fill && <Swatch fill={fill} />}
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
