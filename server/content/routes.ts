import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content.ts';
import { confirmedBy, sendsEmail } from '#server/config.ts';
import { serve } from '#server/http/serve.ts';

export function contentRoutes(app: FastifyInstance): void {
  const { home, faq, deadlines, courses, categories, developers, department, timeZone } =
    app.services.content;
  const { config } = app.services;
  const emails = { sendsEmail: sendsEmail(config), confirmedBy: confirmedBy(config) } as const;
  serve(app, contract.findHome, async () => ({
    ...home,
    faq,
    deadlines,
    department,
    timeZone,
    ...emails,
  }));
  serve(app, contract.findDevelopers, async () => ({ developers }));
  serve(app, contract.findCourses, async () => courses);
  serve(app, contract.findCategories, async () => ({ categories }));
}
