import { Tooltip } from '@mantine/core';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { type Fill, Swatch } from './fills.tsx';
import classes from './pointed.module.css';

export type Told = {
  title: string;
  items: readonly { label: string; value: string; fill?: Fill }[];
};

type PointedProps = {
  /** Of what has this number as `data-at`. */
  tell: (at: number) => Told | undefined;
  /** Where of the pointer, so that it does not hide what the pointer is on. */
  position: 'top' | 'right';
  children: ReactNode;
};

/** Tells the numbers of what the pointer is on. One for a whole chart: a hundred rows need no hundred of them. */
export function Pointed({ tell, position, children }: PointedProps) {
  const [at, setAt] = useState<number>();
  const told = at === undefined ? undefined : tell(at);
  const point = ({ target }: PointerEvent) => {
    const place = target instanceof Element ? target.closest<SVGElement>('[data-at]') : null;
    setAt(place ? Number(place.dataset.at) : undefined);
  };
  return (
    <Tooltip.Floating
      className={classes.told}
      // The colours of the charts are the page's.
      withinPortal={false}
      position={position}
      disabled={!told}
      label={told && <Numbers {...told} />}
    >
      <div onPointerMove={point}>{children}</div>
    </Tooltip.Floating>
  );
}

function Numbers({ title, items }: Told) {
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
