import { findCategories } from '#contract/settings/categories.ts';
import { findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { getEmailConfirmationMode, hasMailServer } from '#server/config.ts';
import { feature } from '#server/http/feature.ts';
import { toFormattedFaq, toFormattedMessages } from './shown-content.ts';

const contract = { findHome, findDevelopers, findCourses, findCategories };

export const contentFeature = feature({
  name: 'content',
  contract,
  handlers: {
    findHome: async ({ services: { content, config } }) => ({
      ...content.home,
      messages: toFormattedMessages(content.home.messages),
      faq: toFormattedFaq(content.faq),
      deadlines: [...content.current.deadlines],
      scheme: content.current.scheme,
      hasCohorts: content.cohorts.length > 1,
      department: { ...content.department, session: content.current.name },
      timeZone: content.timeZone,
      sizeLimits: config.sizeLimits,
      sendsEmail: hasMailServer(config),
      confirmedBy: getEmailConfirmationMode(config),
    }),
    findDevelopers: async ({ services: { content } }) => ({ developers: content.developers }),
    findCourses: async ({ services: { content } }) => content.courses,
    findCategories: async ({ services: { content } }) => ({
      categories: content.current.categories,
    }),
  },
});
