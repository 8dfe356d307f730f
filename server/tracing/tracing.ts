import { context, diag, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { LogEvent } from 'kysely';
import type { EmailTransport } from '#server/mail/outbox.ts';

const maxStatementLength = 2000;

export type Tracing = ReturnType<typeof openTracing>;

/** Starts tracing with the OTEL_* environment variables. Import this module only if tracing is enabled. */
export function openTracing(log: Pick<FastifyBaseLogger, 'warn'>) {
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const warn = (message: string) => log.warn({ tracing: message }, 'traces could not be sent');
  diag.setLogger({ error: warn, warn() {}, info() {}, debug() {}, verbose() {} });
  const tracer = trace.getTracer('fyp-portal');

  /** Creates a span per request, named by route pattern, because URLs may contain tokens. Ignores client trace IDs. */
  const traceRequests = (app: FastifyInstance) => {
    const spans = new WeakMap<FastifyRequest, Span>();
    app.addHook('onRequest', (request, _reply, done) => {
      const { method } = request;
      const route = request.routeOptions.url ?? 'none';
      const attributes = { 'http.request.method': method, 'http.route': route };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes });
      spans.set(request, span);
      context.with(trace.setSpan(context.active(), span), done);
    });
    // Make the request's span active again, because its context is lost while the request body is read.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request);
      if (span) context.with(trace.setSpan(context.active(), span), done);
      else done();
    });
    app.addHook('onResponse', (request, { statusCode }, done) => {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  };

  /** Creates a span for a logged query, without its parameters and error message. */
  const traceQuery = (event: LogEvent) => {
    const startTime = performance.timeOrigin + performance.now() - event.queryDurationMillis;
    const text = event.query.sql.slice(0, maxStatementLength);
    const [operation = ''] = text.trimStart().split(/\s/, 1);
    const attributes = { 'db.query.text': text };
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime, attributes });
    if (event.level === 'error') markFailed(span, event.error);
    span.end();
  };

  const traceEmails = (transport: EmailTransport): EmailTransport => ({
    ...transport,
    send: (email, handOver) =>
      tracer.startActiveSpan('email hand-over', { kind: SpanKind.CLIENT }, async (span) => {
        try {
          await transport.send(email, handOver);
        } catch (error) {
          markFailed(span, error);
          throw error;
        } finally {
          span.end();
        }
      }),
  });

  return { traceRequests, traceQuery, traceEmails, stop: () => provider.shutdown() };
}

function markFailed(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}
