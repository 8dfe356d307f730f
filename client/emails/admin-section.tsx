import type { AdminSection } from '#client/feature.ts';
import { NoMailServer } from './no-mail-server.tsx';

export const pageSections: readonly AdminSection[] = [{ order: 10, Component: NoMailServer }];
