import { announcementPages } from './announcements/feature.ts';
import { boardPages } from './board/feature.ts';
import { categoryPages } from './categories/feature.ts';
import { certificatePages } from './certificates/feature.ts';
import { coursePages } from './courses/feature.ts';
import { deskPages } from './desk/feature.ts';
import { developerPages } from './developers/feature.ts';
import { emailPages } from './emails/feature.ts';
import type { Pages } from './feature.ts';
import { insightPages } from './insights/feature.ts';
import { noticePages } from './notices/feature.ts';
import { sharedPages } from './pages/feature.ts';
import { settingPages } from './settings/feature.ts';

/** Pages of all features, which form the route table (spec 2). */
export const pages: Pages = [
  ...sharedPages,
  ...announcementPages,
  ...boardPages,
  ...categoryPages,
  ...certificatePages,
  ...coursePages,
  ...deskPages,
  ...developerPages,
  ...emailPages,
  ...insightPages,
  ...noticePages,
  ...settingPages,
];
