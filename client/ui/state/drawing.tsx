import type { ReactNode } from 'react';
import classes from './drawing.module.css';

const drawings = {
  folder: (
    <>
      <path className={classes.fill} d="M24 34h26l7 8h39v42a4 4 0 0 1-4 4H28a4 4 0 0 1-4-4z" />
      <path d="M24 84V34h26l7 8h39v42a4 4 0 0 1-4 4H28a4 4 0 0 1-4-4z" />
      <path d="M36 30V20h48v14M46 26h20" />
      <path className={classes.accent} d="M44 62h32M44 72h20" />
    </>
  ),
  search: (
    <>
      <path className={classes.fill} d="M30 18h44l14 14v58H30z" />
      <path d="M30 18h44l14 14v58H30zM74 18v14h14" />
      <path d="M42 40h22M42 52h14" />
      <circle className={classes.paper} cx="72" cy="66" r="15" />
      <path className={classes.accent} d="m83 77 14 14" />
    </>
  ),
  broken: (
    <>
      <path className={classes.fill} d="M22 28h76v52H22z" />
      <path d="M22 80V28h76v52H68M52 80H22M60 80v14M44 94h32" />
      <path className={classes.accent} d="m62 28-8 18 12 8-10 14 6 12" />
    </>
  ),
  lock: (
    <>
      <path className={classes.fill} d="M30 48h60v44H30z" />
      <path d="M30 48h60v44H30zM42 48V34a18 18 0 0 1 36 0v14" />
      <circle className={classes.accent} cx="60" cy="66" r="5" />
      <path className={classes.accent} d="M60 71v9" />
    </>
  ),
  people: (
    <>
      <circle className={classes.fill} cx="60" cy="40" r="14" />
      <circle cx="60" cy="40" r="14" />
      <path d="M34 90c0-16 11-26 26-26s26 10 26 26z" />
      <path className={classes.accent} d="M20 82c0-10 5-16 13-18M100 82c0-10-5-16-13-18" />
      <circle className={classes.accent} cx="32" cy="48" r="8" />
      <circle className={classes.accent} cx="88" cy="48" r="8" />
    </>
  ),
  done: (
    <>
      <circle className={classes.fill} cx="60" cy="56" r="36" />
      <circle cx="60" cy="56" r="36" />
      <path className={classes.accent} d="m43 57 12 12 23-26" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

export function StateDrawing({ name, size = 120 }: { name: DrawingName; size?: number }) {
  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 120 108"
      width={size}
      height={size * 0.9}
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  );
}
