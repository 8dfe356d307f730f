import { mayAccess } from '#contract/endpoint.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { findHelp, findPublicHelp, helpGuides } from '#contract/settings/help.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import { listRulePlaceholders } from '#contract/settings/rule-placeholders.ts';
import type { Role } from '#contract/values/roles.ts';
import { getEmailConfirmationMode, hasMailServer } from '#server/config.ts';
import { feature } from '#server/http/feature.ts';
import type { Services } from '#server/services.ts';
import { findMissingRules } from './check-placeholders.ts';
import { getCourses } from './get-courses.ts';
import { getRuleValues } from './rule-values.ts';
import {
  toFormattedFaq,
  toFormattedHelp,
  toFormattedHome,
  toShownCategories,
  toShownCourses,
} from './shown-content.ts';

const contract = {
  findHome,
  findDevelopers,
  findCourses,
  findCategories,
  findHelp,
  findPublicHelp,
  listRulePlaceholders,
};

/** Lists the guides that a role may read, without the topics of modules that are switched off. */
const listHelpGuides = (services: Services, role: Role | undefined) => ({
  guides: toFormattedHelp(services.content.help, getRuleValues(services))
    .filter(({ name }) => mayAccess(helpGuides[name].access, role))
    .map(({ name, topics }) => ({
      name,
      topics: topics
        .filter(({ module }) => isModuleEnabled(services.content.modules, module))
        .map(({ module, ...topic }) => topic),
    })),
});

export const contentFeature = feature({
  name: 'content',
  contract,
  desk: [{ role: 'admin', order: 45, find: ({ services }) => findMissingRules(services) }],
  handlers: {
    findHome: async ({ services }) => {
      const { content, config } = services;
      const values = getRuleValues(services);
      return {
        ...toFormattedHome(content.home, values),
        faq: toFormattedFaq(content.faq, values),
        deadlines: [...content.current.deadlines],
        kinds: [...content.current.kinds],
        scheme: content.current.scheme,
        modules: content.modules,
        hasCohorts: content.cohorts.length > 1,
        department: { ...content.department, session: content.current.name },
        timeZone: content.timeZone,
        sizeLimits: config.sizeLimits,
        sendsEmail: hasMailServer(config),
        confirmedBy: getEmailConfirmationMode(config),
      };
    },
    findDevelopers: async ({ services: { content } }) => ({ developers: content.developers }),
    findCourses: async ({ services }) =>
      toShownCourses(getCourses(services.content), getRuleValues(services)),
    findCategories: async ({ services }) => ({
      categories: toShownCategories(services.content.current.categories, getRuleValues(services)),
    }),
    findHelp: async ({ services, caller }) => listHelpGuides(services, caller.role),
    findPublicHelp: async ({ services }) => listHelpGuides(services, undefined),
    listRulePlaceholders: async ({ services }) => ({ values: getRuleValues(services) }),
  },
});
