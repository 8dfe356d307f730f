import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import type { SetupStep, SetupStepName } from '#contract/setup.ts';
import type { SetupState } from './read-state.ts';

/** A step before the admin's decision is taken into account. */
type Step = Omit<SetupStep, 'name'>;

/**
 * A setting is done once a person has saved it. A department may also want it as it is, which no state can tell, so an
 * admin can say so.
 */
const settingStep = (state: SetupState, name: SettingName, text: string): Step => ({
  text,
  to: paths.setting(name),
  isDone: state.edited.has(name),
  detail: state.edited.has(name)
    ? 'Saved by an admin.'
    : 'Not changed since the portal was installed.',
  decision: 'Keep as it is',
});

function supervisorStep({ listedSupervisors, supervisorsWithAccount }: SetupState): Step {
  return {
    text: 'Create accounts for the supervisors',
    to: links.importOf('users'),
    isDone: listedSupervisors === supervisorsWithAccount,
    detail: `${supervisorsWithAccount} of ${listedSupervisors} listed supervisors have an account with the same name.`,
    decision: 'Continue without',
  };
}

/** Whether there is anything to import is known to the department only. */
function peopleStep({ hasGroups }: SetupState): Step {
  return {
    text: 'Import groups',
    to: links.importOf('groups'),
    isDone: hasGroups,
    detail: hasGroups
      ? 'The current session has groups.'
      : 'Only needed if you already have groups. Otherwise students propose them.',
    decision: 'Nothing to import',
  };
}

function mailStep({ hasMailServer }: SetupState): Step {
  return {
    text: 'Connect a mail server',
    to: paths.installation,
    isDone: hasMailServer,
    detail: hasMailServer
      ? 'A mail server is configured.'
      : 'Without one, emails stay in the outbox and reach no one.',
    decision: 'Use the outbox on purpose',
  };
}

const announcementStep = ({ hasAnnouncements }: SetupState): Step => ({
  text: 'Publish the first announcement',
  to: paths.announcements,
  isDone: hasAnnouncements,
  detail: hasAnnouncements
    ? 'An announcement is published.'
    : 'For example the dates, and where to find the portal.',
  decision: 'Not needed',
});

/** The portal is open from its first start (decision 70), so the step is done when the first student has come in. */
const studentStep = ({ hasStudents, publicUrl }: SetupState): Step => ({
  text: 'Open to students',
  to: links.importOf('users'),
  isDone: hasStudents,
  detail: hasStudents
    ? 'Students have accounts.'
    : `Sign-up is open: give students the address ${publicUrl}${paths.signup}, or import their accounts.`,
  decision: null,
});

/** Lists the steps in the order in which a coordinator takes them. */
export function listSetupSteps(state: SetupState): SetupStep[] {
  const steps: Record<SetupStepName, Step> = {
    department: settingStep(state, 'department', 'Set the department’s name and logo'),
    modules: settingStep(state, 'modules', 'Choose the modules that you use'),
    choices: settingStep(state, 'choices', 'List programs, categories and supervisors'),
    deadlines: settingStep(state, 'deadlines', 'Set the dates'),
    scheme: settingStep(state, 'scheme', 'Check the marking scheme'),
    groups: settingStep(state, 'groups', 'Check group size, phone and roll numbers'),
    supervisors: supervisorStep(state),
    people: peopleStep(state),
    mail: mailStep(state),
    announcement: announcementStep(state),
    students: studentStep(state),
  };
  return Object.entries(steps).map(([key, step]) => {
    const name = key as SetupStepName;
    const isDecided = !step.isDone && state.decisions.has(name);
    return {
      ...step,
      name,
      isDone: step.isDone || isDecided,
      detail: isDecided ? `Decided by an admin: ${step.decision?.toLowerCase()}.` : step.detail,
    };
  });
}
