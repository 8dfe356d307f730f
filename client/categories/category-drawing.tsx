import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#client/ui/state/drawing.module.css';
import type { Categories } from '#contract/settings/categories.ts';

type Illustration = Categories[number]['illustration'];

const scenes: Record<Illustration, ReactNode> = {
  web: (
    <>
      <rect className={classes.paper} x="70" y="22" width="180" height="104" rx="8" />
      <path className={classes.fill} d="M70 46V30a8 8 0 0 1 8-8h164a8 8 0 0 1 8 8v16z" />
      <path d="M70 46h180" />
      <rect x="70" y="22" width="180" height="104" rx="8" />
      <path className={classes.accent} d="M84 34h.1M96 34h.1M108 34h.1" />
      <path d="M126 34h108" />
      <path className={classes.fill} d="M86 62h60v48H86z" />
      <path d="M86 62h60v48H86zM164 66h70M164 80h70M164 94h44" />
      <path className={classes.accent} d="m108 78-10 8 10 8M124 78l10 8-10 8M164 110h26" />
    </>
  ),
  app: (
    <>
      <rect className={classes.fill} x="104" y="30" width="58" height="102" rx="9" />
      <rect x="104" y="30" width="58" height="102" rx="9" />
      <path d="M126 122h14M116 48h34M116 60h22" />
      <path className={classes.accent} d="M116 78h34v26h-34z" />
      <rect className={classes.paper} x="150" y="18" width="66" height="114" rx="9" />
      <path d="M176 122h14" />
      <circle className={classes.fill} cx="183" cy="52" r="14" />
      <circle cx="183" cy="52" r="14" />
      <path className={classes.accent} d="m177 52 5 5 8-10" />
      <path d="M164 80h38M164 92h38M164 104h24" />
    </>
  ),
  ai: (
    <>
      <path d="m92 50 66-24M92 50l66 28M92 50l66 80M92 106l66-80M92 106l66-28M92 106l66 24M158 26l70 52M158 78h70M158 130l70-52" />
      {[
        [92, 50],
        [92, 106],
        [158, 78],
      ].map(([x, y]) => (
        <circle key={`${x}-${y}`} className={classes.paper} cx={x} cy={y} r="11" />
      ))}
      {[26, 130].map((y) => (
        <g key={y}>
          <circle className={classes.fill} cx="158" cy={y} r="11" />
          <circle cx="158" cy={y} r="11" />
        </g>
      ))}
      <circle className={classes.glow} cx="228" cy="78" r="14" />
      <path className={classes.accent} d="M254 78h14M247 59l10-10M247 97l10 10" />
    </>
  ),
  iot: (
    <>
      <path d="M128 40V26M148 40V26M168 40V26M128 136v-14M148 136v-14M168 136v-14M106 60H92M106 81H92M106 102H92M190 60h14M190 102h14" />
      <rect className={classes.fill} x="106" y="40" width="84" height="82" rx="6" />
      <rect x="106" y="40" width="84" height="82" rx="6" />
      <rect className={classes.paper} x="126" y="60" width="44" height="42" rx="4" />
      <path className={classes.accent} d="M137 81h22M148 70v22" />
      <path d="M190 81h34" />
      <circle className={classes.glow} cx="232" cy="81" r="6" />
      <path className={classes.accent} d="M244 69a17 17 0 0 1 0 24M253 60a30 30 0 0 1 0 42" />
    </>
  ),
  networking: (
    <>
      <path d="M160 58v28M160 86H96v22M160 86h64v22M160 86v22" />
      <rect className={classes.fill} x="124" y="22" width="72" height="36" rx="5" />
      <rect x="124" y="22" width="72" height="36" rx="5" />
      <path d="M160 40h22" />
      <path className={classes.accent} d="M138 40h.1M148 40h.1" />
      {[96, 160, 224].map((x) => (
        <g key={x}>
          <rect className={classes.paper} x={x - 22} y="108" width="44" height="28" rx="4" />
          <path d={`M${x - 10} 144h20`} />
        </g>
      ))}
    </>
  ),
};

export function CategoryDrawing({ name }: { name: Illustration }) {
  return (
    <Box
      component="svg"
      display="block"
      h="9.75rem"
      maw="100%"
      mx="auto"
      className={classes.drawing}
      viewBox="0 0 320 156"
      width="320"
      height="156"
      aria-hidden="true"
      focusable="false"
    >
      {scenes[name]}
    </Box>
  );
}
