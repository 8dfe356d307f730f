import type { Page } from '@playwright/test';

export const findDeadlineBanner = (page: Page) =>
  page.getByRole('region', { name: 'Next deadline' });
export const findDeadlineCard = (page: Page) =>
  page.getByRole('region', { name: 'Deadlines', exact: true });
export const findFaqRegion = (page: Page) =>
  page.getByRole('region', { name: 'Frequently asked questions' });
export const findExpandedFaqQuestions = (page: Page) =>
  findFaqRegion(page).getByRole('button', { expanded: true });
