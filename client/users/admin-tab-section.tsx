import type { AdminTabSection } from '#client/feature.ts';
import { UserList } from './user-list.tsx';

export const pageSections: readonly AdminTabSection[] = [
  { order: 20, tab: 'users', label: 'Users', Component: UserList },
];
