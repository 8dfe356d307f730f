import type { Categories } from '#contract/settings/categories.ts';
import type { Cohort } from '#contract/settings/cohorts.ts';
import type { DepartmentIdentity, Faq, HomeContent } from '#contract/settings/content.ts';
import type { Courses } from '#contract/settings/courses.ts';
import type { ProposalChoices, ReminderSettings } from '#contract/settings/department.ts';
import type { Developers } from '#contract/settings/developers.ts';
import type { EmailTemplates } from '#contract/settings/email-templates.ts';
import type { Help } from '#contract/settings/help.ts';
import type { Modules } from '#contract/settings/modules.ts';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import type { Db } from '#server/db/tables.ts';
import type { FreshnessCheck } from './freshness.ts';

export type CohortContent = Readonly<
  Cohort & {
    choices: ProposalChoices;
    categories: Categories;
    reminders: ReminderSettings;
    outcomes: OutcomeSettings;
  }
>;

type DepartmentContent = {
  readonly department: DepartmentIdentity;
  readonly modules: Modules;
  readonly home: HomeContent;
  readonly faq: Faq;
  readonly help: Help;
  readonly courses: Courses;
  readonly developers: Developers;
  readonly emails: EmailTemplates;
};

/** The settings of the department and its cohorts, cached in this process. */
export type PortalContent = DepartmentContent &
  FreshnessCheck & {
    /** IANA time zone name, such as "Asia/Karachi". */
    readonly timeZone: string;
    /** Sorted newest first. */
    readonly cohorts: readonly CohortContent[];
    readonly current: CohortContent;
    /** Returns a cohort as stored in `db`, or the current cohort for null. Pass a known `version` to save a query. */
    cohort(db: Db, cohortId: string | null, version?: number | null): Promise<CohortContent>;
  };
