import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  buildContentLineSchema,
  buildContentTextSchema,
  maxContentTextLength,
} from '#contract/values/content-text.ts';
import { roles } from '#contract/values/roles.ts';
import { buildListEntrySchema, slugSchema } from '#contract/values/text.ts';

/** Schema of `content/categories.yaml`, which describes each project category. */
export const Categories = z.array(
  z.strictObject({
    id: slugSchema,
    title: buildContentLineSchema('Title'),
    description: buildContentTextSchema('Description'),
    options: z
      .array(buildListEntrySchema('Category', maxContentTextLength))
      .min(1)
      .describe('categories of the proposal form that the card covers'),
    tools: z.array(buildListEntrySchema('Tool', maxContentTextLength)).min(1),
    supervisors: z
      .array(buildListEntrySchema('Supervisor', maxContentTextLength))
      .describe('supervisors of the department’s list; none while they are not known'),
    illustration: z.enum(['web', 'app', 'iot', 'ai', 'networking']),
  }),
);
export type Categories = z.infer<typeof Categories>;

export const findCategories = endpoint({
  method: 'GET',
  path: '/api/content/categories',
  summary: 'List the project categories with tools and supervisors',
  access: roles,
  reply: z.object({ categories: Categories }),
  problems: [],
});
