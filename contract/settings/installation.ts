import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { documentKindKeys } from '#contract/rules/document-kinds.ts';
import {
  buildLineSchema,
  buildParagraphSchema,
  Email,
  singleLinePattern,
} from '#contract/values/text.ts';

/** Where a value comes from. The environment overrides what is stored. */
export const ValueSource = z.enum(['environment', 'stored', 'default']);
export type ValueSource = z.infer<typeof ValueSource>;

export const confirmationModes = ['on', 'admin', 'off'] as const;
const ConfirmationMode = z.enum(confirmationModes, 'Choose who confirms new accounts.');

/** Ports of mail servers. Other ports need `SMTP_URL`, so that this setting cannot probe services of the network. */
export const mailPorts = [25, 465, 587, 2525] as const;
export const mailSecurities = ['tls', 'starttls', 'none'] as const;

const buildOptionalLine = (label: string, max: number) =>
  buildParagraphSchema(label, max).regex(
    singleLinePattern,
    `${label} can’t contain line breaks or control characters.`,
  );

const HostName = buildLineSchema('Host', 253)
  .toLowerCase()
  .regex(
    /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*$/,
    'Enter a host name or IPv4 address such as smtp.university.edu, without a port.',
  );

/** Kept as typed, unlike other texts: a password may begin or end with a space. */
const MailPassword = z
  .string('Password must be text.')
  .max(500, 'Password must be 500 characters or fewer.')
  .regex(singleLinePattern, 'Password can’t contain line breaks or control characters.');

/** Settings of a connection to a mail server, without its password. */
export const MailServer = z.object({
  host: HostName,
  port: z.literal([...mailPorts], 'Choose one of the ports 25, 465, 587 and 2525.'),
  security: z.enum(mailSecurities, 'Choose how the connection is encrypted.'),
  user: buildOptionalLine('User name', 200),
});
export type MailServer = z.infer<typeof MailServer>;

export const MailSender = z.object({
  name: buildOptionalLine('Name', 100).regex(/^[^"\\<>]*$/, 'Name can’t contain " \\ < >.'),
  email: Email,
});
export type MailSender = z.infer<typeof MailSender>;

const wrongUrl = 'Enter a URL such as https://fyp.university.edu, without a path.';
const PublicUrl = buildLineSchema('URL', 300)
  .refine((text) => toOrigin(text) !== undefined, wrongUrl)
  .overwrite((text) => toOrigin(text) ?? text);

/** Returns the origin of a URL that consists of nothing else, or undefined. */
function toOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin =
    url &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.href === `${url.origin}/` &&
    !/[?#@\\]/.test(text);
  return isOrigin ? url.origin : undefined;
}

const TimeZone = buildLineSchema('Time zone', 100).refine(
  isTimeZone,
  'Choose a time zone such as Asia/Karachi.',
);

function isTimeZone(zone: string): boolean {
  try {
    // Intl also knows offsets such as +05:00, which lack the changes between summer and winter time.
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

const sourced = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    source: ValueSource,
    variable: z.string().describe('variable of the environment that overrides the setting'),
  });

const Installation = z.object({
  version: z.int().describe('number of changes so far; a save sends it back'),
  publicUrl: sourced(z.string()),
  timeZone: sourced(z.string()),
  confirmEmail: sourced(ConfirmationMode),
  strictPasswords: sourced(z.boolean()).describe('whether leaked passwords are refused'),
  mailServer: sourced(
    MailServer.extend({
      port: z.int().describe('the environment may set any port'),
      hasPassword: z.boolean(),
      problem: z.string().optional().describe('why no email can be sent, if this is known'),
    }).nullable(),
  ),
  mailSender: sourced(MailSender.extend({ email: z.string() })),
  sizeLimits: z.array(
    sourced(z.number().describe('in megabytes of 1024 × 1024 bytes')).extend({
      kind: z.enum(documentKindKeys),
      label: z.string(),
      max: z.number().describe('largest value that this machine and its file storage permit'),
    }),
  ),
});
export type Installation = z.infer<typeof Installation>;

export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/installation',
  summary: 'Get the settings of this installation with their sources, without passwords',
  access: ['admin'],
  reply: Installation,
  problems: [],
});

export const saveInstallation = endpoint({
  method: 'PUT',
  path: '/api/installation',
  summary: 'Change settings of this installation that the environment does not fix',
  access: ['admin'],
  audit: ['installation-changed'],
  body: z.strictObject({
    version: z.int().min(0),
    publicUrl: PublicUrl.nullable().optional().describe('null: the default'),
    timeZone: TimeZone.optional(),
    isTimeZoneConfirmed: z
      .boolean()
      .optional()
      .describe('required with `timeZone`: deadlines keep their local time and so move'),
    confirmEmail: ConfirmationMode.nullable().optional().describe('null: the default'),
    strictPasswords: z.boolean().optional(),
    mailServer: MailServer.extend({
      password: MailPassword.optional().describe(
        'omitted: keeps the stored one, if host, port, encryption and user are unchanged',
      ),
    })
      .nullable()
      .optional()
      .describe('null: no mail server, emails are written to the outbox folder'),
    mailSender: MailSender.nullable().optional().describe('null: the default'),
    sizeLimits: z
      .partialRecord(
        z.enum(documentKindKeys),
        z
          .number('Enter a number of megabytes.')
          .min(0.001, 'A limit must be at least 0.001 MB.')
          .nullable(),
      )
      .optional()
      .describe('in megabytes; null: the default'),
  }),
  reply: z.object({ message: z.string(), installation: Installation }),
  problems: ['stale-version'],
});

export type InstallationInput = z.output<typeof saveInstallation.body>;
export type InstallationChange = Omit<z.input<typeof saveInstallation.body>, 'version'>;

export const previewTimeZone = endpoint({
  method: 'GET',
  path: '/api/installation/time-zone',
  summary: 'Preview a change of the time zone: when each deadline would be due; saves nothing',
  access: ['admin'],
  query: z.object({ timeZone: TimeZone }),
  reply: z.object({
    deadlines: z.array(
      z.object({
        cohort: z.string(),
        title: z.string(),
        before: z.iso.datetime().describe('when it is due now'),
        after: z.iso.datetime().describe('when it would be due'),
      }),
    ),
    individualDates: z.int().describe('dates of single groups, which stay at the same moment'),
  }),
  problems: [],
});

export const testMailServer = endpoint({
  method: 'POST',
  path: '/api/installation/test-email',
  summary: 'Send an email to the caller’s own address at once and report what the mail server says',
  access: ['admin'],
  audit: ['mail-server-tested'],
  reply: z.object({
    isSent: z.boolean(),
    message: z.string().describe('the result and, if it was refused, what to do'),
  }),
  problems: ['too-often'],
});
