import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Steps that are done by a state of the portal, or once an admin has decided that there is nothing to do. */
const steps = [
  'department',
  'modules',
  'choices',
  'groups',
  'supervisors',
  'deadlines',
  'scheme',
  'people',
  'mail',
  'announcement',
  'students',
] as const;
export type SetupStepName = (typeof steps)[number];

/** `hidden` hides the list, and `texts` records that the admin has answered the question about the first texts. */
const choices = ['hidden', 'texts', ...steps] as const;
export type SetupChoice = (typeof choices)[number];
const SetupChoice = z.enum(choices, 'Unknown step.');

export const SetupStep = z.object({
  name: z.enum(steps),
  text: z.string(),
  detail: z.string().describe('why the step is done or what is missing'),
  to: z.string().describe('a path of the portal'),
  isDone: z.boolean(),
  decision: z
    .string()
    .nullable()
    .describe('label of the button with which an admin states that there is nothing to do'),
});
export type SetupStep = z.infer<typeof SetupStep>;

export const findSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  summary: 'List the steps of setting up a new portal, with those that are done',
  access: ['admin'],
  reply: z.object({
    steps: z.array(SetupStep),
    isShown: z
      .boolean()
      .describe('false once every step is done, an admin has hidden the list, or there are marks'),
    asksForTexts: z
      .boolean()
      .describe('true until an admin chooses between the first texts and neutral ones'),
  }),
  problems: [],
});

export const decideSetup = endpoint({
  method: 'PUT',
  path: '/api/setup/:choice',
  summary: 'Hide the setup checklist, or state that nothing is to be done for a step',
  access: ['admin'],
  audit: ['setup-changed'],
  params: z.object({ choice: SetupChoice }),
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const replaceTexts = endpoint({
  method: 'POST',
  path: '/api/setup/neutral-texts',
  summary:
    'Replace the texts that the portal started with by neutral ones; edited texts stay unchanged',
  access: ['admin'],
  audit: ['setting-changed', 'setup-changed'],
  reply: z.object({ message: z.string() }),
  problems: ['stale-version', 'cohort-closed'],
});
