import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { buildContentLineSchema, buildContentTextSchema } from '#contract/values/content-text.ts';
import { roles } from '#contract/values/roles.ts';
import { cleanLine, singleLinePattern, slugSchema } from '#contract/values/text.ts';

const aWebAddress = 'a web address such as https://www.coursera.org/learn/python';
// `z.url()` alone would accept control characters, because the URL parser drops or escapes them.
const webAddress = z
  .url({ protocol: /^https$/, error: aWebAddress })
  .overwrite(cleanLine)
  .regex(singleLinePattern, aWebAddress);

/** Schema of `content/courses.yaml`: courses by topic, and the rule for certificates (spec 9). */
export const Courses = z.strictObject({
  rule: z.strictObject({
    minimum: z.int().min(1).describe('minimum number of certificates'),
    mandatory: z
      .array(z.strictObject({ id: slugSchema, title: buildContentLineSchema('Title') }))
      .min(1),
    minimumOptional: z.int().min(0),
    internship: buildContentTextSchema('Internship').describe(
      'certificates that an internship certificate replaces',
    ),
  }),
  topics: z
    .array(
      z.strictObject({
        id: slugSchema,
        title: buildContentLineSchema('Title'),
        courses: z
          .array(
            z.strictObject({
              id: slugSchema,
              title: buildContentLineSchema('Title'),
              provider: buildContentLineSchema('Provider'),
              url: webAddress.optional().describe('URL of the course'),
              hours: z.int().min(1).describe('approximate duration'),
              level: z.enum(['Beginner', 'Intermediate', 'Advanced']),
              details: buildContentTextSchema('Details'),
              fulfils: slugSchema.optional().describe('the mandatory certificate it counts for'),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});
export type Courses = z.infer<typeof Courses>;

export const findCourses = endpoint({
  method: 'GET',
  path: '/api/content/courses',
  summary: 'List the course topics and the requirements for certificates',
  access: roles,
  reply: Courses.extend({
    topics: Courses.shape.topics.element
      .array()
      .describe('empty if the department does not use online courses'),
  }),
  problems: ['module-off'],
});
