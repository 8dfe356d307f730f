import type { EndpointInput } from '#contract/endpoint.ts';
import { getInstallation, saveInstallation } from '#contract/settings/installation.ts';
import type { Portal } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

export type InstallationChange = Omit<EndpointInput<typeof saveInstallation>['body'], 'version'>;

export const testMailServer = {
  host: 'smtp.university.edu',
  port: 587,
  security: 'starttls',
  user: 'portal',
  password: 'correct horse battery',
} as const;

export const readInstallation = (portal: Portal) => portal.admin.call(getInstallation, {});

/** Saves the change on top of the current version, and returns the new settings. */
export async function changeInstallation(portal: Portal, change: InstallationChange) {
  const { version } = await readInstallation(portal);
  return (await portal.admin.call(saveInstallation, { body: { version, ...change } })).installation;
}

/** Expects that the change is refused, and returns the refusal. */
export async function refuseInstallationChange(portal: Portal, change: InstallationChange) {
  const { version } = await readInstallation(portal);
  return expectRefusal(portal, portal.admin, saveInstallation, { body: { version, ...change } });
}
