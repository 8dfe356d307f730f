import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { mayAccess } from '#contract/endpoint.ts';
import { type CompressedContent, compress, sendCompressed } from './compressed-content.ts';
import { version } from './version.ts';

const transform = createJsonSchemaTransform({});

export async function serveApiDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'FYP portal',
        version,
        description: 'Endpoints of the final-year-project portal. Log in to get a bearer token.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const endpoint = route.route.config?.endpoint;
      const transformed = transform(route);
      if (!endpoint) return transformed;
      return {
        ...transformed,
        schema: {
          ...transformed.schema,
          summary: endpoint.summary,
          tags: [endpoint.path.startsWith('/api/content') ? 'content' : 'portal'],
          description: descriptionOf(endpoint),
          ...(endpoint.files && { consumes: ['multipart/form-data'] }),
          ...(!mayAccess(endpoint.access, undefined) && { security: [{ bearer: [] }] }),
        },
      };
    },
  });
  let document: Promise<CompressedContent> | undefined;
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Do not send the OpenAPI document to an external validator.
    uiConfig: { validatorUrl: null },
    // Anybody may request the document of several megabytes, so it is serialised and compressed once.
    uiHooks: {
      preHandler: async (request, reply) => {
        if (!request.routeOptions.url?.endsWith('/json')) return;
        document ??= compress(JSON.stringify(app.swagger()));
        return sendCompressed(request, reply, await document, 'application/json; charset=utf-8');
      },
    },
  });
}

function descriptionOf({
  access,
  problems,
}: {
  access: readonly string[] | string;
  problems: readonly string[];
}) {
  const callers = typeof access === 'string' ? 'Public.' : `For ${access.join(', ')}.`;
  return problems.length > 0 ? `${callers} Refuses with: ${problems.join(', ')}.` : callers;
}
