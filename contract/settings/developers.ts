import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { buildContentLineSchema, buildContentTextSchema } from '#contract/values/content-text.ts';
import { cleanLine, singleLinePattern } from '#contract/values/text.ts';
import { maxPictureDataUrlLength } from './content.ts';

/** An entry of `content/developers.yaml`, or one added on the page, which only the browser stores (spec 3). */
export const DeveloperEntry = z.strictObject({
  name: buildContentLineSchema('Name'),
  role: buildContentLineSchema('Role'),
  bio: buildContentTextSchema('Bio'),
  year: buildContentLineSchema('Year'),
  /** A URL, a data URL of a picture, or an empty string, for which pages show initials. */
  photo: z
    .string()
    .max(maxPictureDataUrlLength, 'a picture of up to 650 kB')
    .overwrite(cleanLine)
    .regex(singleLinePattern, 'an address or data URL'),
});
export type DeveloperEntry = z.infer<typeof DeveloperEntry>;
export const Developers = z.array(DeveloperEntry);
export type Developers = z.infer<typeof Developers>;

export const findDevelopers = endpoint({
  method: 'GET',
  path: '/api/content/developers',
  summary: 'List the developers of the portal',
  access: 'public',
  module: 'developers',
  reply: z.object({ developers: Developers }),
  problems: [],
});
