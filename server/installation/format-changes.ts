import { documentKindKeys, documentKinds, type FileKind } from '#contract/rules/document-kinds.ts';
import type { InstallationInput } from '#contract/settings/installation.ts';
import type { Config } from '#server/config.ts';
import type { StoredConfig } from '#server/content/stored-config/stored-config.ts';
import { megabyte } from './max-megabytes.ts';

/** Describes the differences for the audit trail, without secrets. Returns an empty text if there are none. */
export function formatChanges(
  config: Config,
  before: StoredConfig,
  after: StoredConfig,
  { timeZone, mailServer }: InstallationInput,
): string {
  const change = (label: string, from: string | undefined, to: string | undefined) =>
    from === to ? [] : [`${label}: ${from ?? 'default'} → ${to ?? 'default'}`];
  const size = ({ sizeLimits }: StoredConfig, kind: FileKind) => {
    const bytes = sizeLimits?.[kind];
    return bytes === undefined ? undefined : `${Math.round((bytes / megabyte) * 1000) / 1000} MB`;
  };
  return [
    ...change('public URL', before.publicUrl, after.publicUrl),
    ...(timeZone === undefined ? [] : change('time zone', config.timeZone, timeZone)),
    ...change('confirmation of new accounts', before.confirmEmail, after.confirmEmail),
    ...change('strict passwords', formatSwitch(before), formatSwitch(after)),
    ...change('mail server', formatServer(before), formatServer(after)),
    ...(mailServer?.password === undefined ? [] : ['password of the mail server replaced']),
    ...change('sender', formatSender(before), formatSender(after)),
    ...documentKindKeys.flatMap((kind) =>
      change(`largest ${documentKinds[kind].label}`, size(before, kind), size(after, kind)),
    ),
  ].join('; ');
}

function formatServer({ mailServer }: StoredConfig): string | undefined {
  if (!mailServer) return undefined;
  const { host, port, security, user } = mailServer;
  return `${host}:${port}, encryption ${security}${user === '' ? '' : `, user ${user}`}`;
}

const formatSwitch = ({ strictPasswords = false }: StoredConfig) =>
  strictPasswords ? 'on' : 'off';

const formatSender = ({ mailSender }: StoredConfig) =>
  mailSender && `${mailSender.name} <${mailSender.email}>`;
