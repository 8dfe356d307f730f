import type { Page } from '@playwright/test';

export const banner = (page: Page) => page.getByRole('region', { name: 'Next deadline' });
export const card = (page: Page) => page.getByRole('region', { name: 'Deadlines', exact: true });
export const faq = (page: Page) => page.getByRole('region', { name: 'Frequently asked questions' });
export const answers = (page: Page) => faq(page).getByRole('button', { expanded: true });
