import type { ReactNode } from 'react';
import classes from '#client/ui/state/drawing.module.css';
import type { HomeContent } from '#contract/settings/content.ts';

type Illustration = HomeContent['slides'][number]['illustration'];

const teamwork = (
  <>
    <path className={classes.fill} d="M0 206h480v34H0z" />
    <path d="M20 206h440" />
    <rect className={classes.paper} x="138" y="18" width="204" height="106" rx="6" />
    <path d="M172 48h40v22h-40zM268 38h44v22h-44zM268 80h44v22h-44z" className={classes.fill} />
    <path d="M172 48h40v22h-40zM268 38h44v22h-44zM268 80h44v22h-44zM212 59h28M240 49v42M240 49h28M240 91h28" />
    <path className={classes.accent} d="m282 49 6 6 11-12M160 96h44M160 107h28" />
    <path className={classes.fill} d="M92 206c0-34 17-52 42-52s42 18 42 52z" />
    <path d="M92 206c0-34 17-52 42-52s42 18 42 52" />
    <circle className={classes.paper} cx="134" cy="128" r="21" />
    <path d="M114 123c8-2 15-7 19-14 5 8 12 12 21 13" />
    <path className={classes.fill} d="M304 206c0-34 17-52 42-52s42 18 42 52z" />
    <path d="M304 206c0-34 17-52 42-52s42 18 42 52" />
    <circle className={classes.paper} cx="346" cy="128" r="21" />
    <path d="M326 134c-2-18 8-28 20-28s22 10 20 28M326 134v12M366 134v12" />
    <path className={classes.paper} d="M196 206c0-36 18-56 44-56s44 20 44 56z" />
    <circle className={classes.paper} cx="240" cy="124" r="22" />
    <path d="M219 120c14 2 30-2 38-12 2 5 4 8 4 12" />
    <path className={classes.paper} d="M206 168h68a4 4 0 0 1 4 4v34h-76v-34a4 4 0 0 1 4-4z" />
    <circle className={classes.glow} cx="240" cy="187" r="5" />
    <path d="M40 206v-12h56v12M46 194v-12h44v12M42 182v-12h50v12" />
    <path className={classes.accent} d="M54 200h20M58 188h14M54 176h22" />
    <path d="M412 206v-22h32v22M428 184v-34" />
    <path
      className={classes.fill}
      d="M428 166c-18 0-24-10-24-22 16 0 24 8 24 22zM428 156c0-16 8-26 26-26 0 16-8 26-26 26z"
    />
    <path d="M428 166c-18 0-24-10-24-22 16 0 24 8 24 22zM428 156c0-16 8-26 26-26 0 16-8 26-26 26z" />
  </>
);

/** Centres `[x, y]` of the circles on the path: one for each of the 14 milestones of the default marking scheme. */
const stones = [
  [34, 220],
  [65, 221],
  [97, 220],
  [128, 215],
  [158, 205],
  [188, 200],
  [220, 201],
  [251, 207],
  [281, 213],
  [313, 212],
  [342, 201],
  [365, 180],
  [382, 154],
  [400, 128],
] as const;

const milestones = (
  <>
    <path
      className={classes.fill}
      d="M0 240v-52c60-34 116-30 168-8 60-52 116-66 178-40 44-34 88-44 134-36v136z"
    />
    <path d="M0 188c60-34 116-30 168-8 60-52 116-66 178-40 44-34 88-44 134-36" />
    <circle className={classes.glow} cx="96" cy="62" r="22" />
    <path
      className={classes.accent}
      d="M96 24v-8M96 108v-8M58 62h-8M142 62h-8M69 35l-6-6M129 95l-6-6M69 89l-6 6M129 29l-6 6"
    />
    <path
      strokeDasharray="1 9"
      d="M34 220C80 224 118 220 150 208S216 198 254 208 336 216 362 184 390 128 424 108"
    />
    {stones.map(([x, y], index) => (
      <circle key={x} className={index < 7 ? classes.ink : classes.paper} cx={x} cy={y} r="6" />
    ))}
    <path d="M424 108V34" />
    <path className={classes.glow} d="M425 36h38l-10 12 10 12h-38z" />
    <path className={classes.paper} d="M214 186v-38h-34v-26h68v26h-34" />
    <path d="M190 131h48M190 139h30" />
    <path d="M206 54c8-8 20-8 26 0 10-6 24 0 24 12h-62c-4-8 4-14 12-12zM300 34c6-6 16-6 20 0 8-4 18 0 18 9h-48c-2-6 4-11 10-9z" />
  </>
);

const viva = (
  <>
    <path className={classes.fill} d="M0 196h480v44H0z" />
    <path d="M20 196h440" />
    <rect className={classes.paper} x="96" y="18" width="220" height="128" rx="6" />
    <path d="M206 146v50M172 196h68" />
    <path d="M118 124h104M118 124V44" />
    <path className={classes.fill} d="M130 96h16v28h-16zM156 80h16v44h-16zM182 64h16v60h-16z" />
    <path d="M130 124V96h16v28M156 124V80h16v44M182 124V64h16v60" />
    <path className={classes.accent} d="m128 84 28-20 24 8 34-30M203 42h12v12" />
    <path d="M244 48h50M244 62h50M244 76h34M244 104h50M244 118h26" />
    <path className={classes.paper} d="M346 196l6-60c2-18 14-28 28-28s26 10 28 28l6 60z" />
    <path d="m356 128-38-26M404 128c14 12 18 26 14 42" />
    <circle className={classes.paper} cx="380" cy="80" r="20" />
    <path className={classes.ink} d="m344 62 36-14 36 14-36 14z" />
    <path d="M412 64v18" />
    <circle className={classes.glow} cx="412" cy="85" r="4" />
    <path className={classes.accent} d="m372 118 8 8 8-8" />
    {[80, 204, 328].map((x) => (
      <g key={x}>
        <path className={classes.paper} d={`M${x - 42} 240c0-28 16-42 42-42s42 14 42 42z`} />
        <circle className={classes.paper} cx={x} cy="184" r="20" />
        <path d={`M${x - 18} 176c10 6 26 6 36 0`} />
      </g>
    ))}
  </>
);

const scenes: Record<Illustration, ReactNode> = { teamwork, milestones, viva };

export function SlideDrawing({ name }: { name: Illustration }) {
  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 480 240"
      width="480"
      height="240"
      aria-hidden="true"
      focusable="false"
    >
      {scenes[name]}
    </svg>
  );
}
