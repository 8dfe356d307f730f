import { connect } from 'node:net';
import { uploadDocument } from '#contract/documents.ts';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { type ConnectionLimits, defaultConnectionLimits } from '#server/http/connections/limits.ts';
import type { TestGroup } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

export const shortConnectionLimits: ConnectionLimits = {
  ...defaultConnectionLimits,
  headersMs: 400,
  requestMs: 5000,
  silenceMs: 900,
  keepAliveMs: 300,
  checkMs: 100,
  connections: 20,
};

export async function startPortalOnPort(portal: Portal, limits = shortConnectionLimits) {
  const app = await buildApp(portal, { limits });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: Number(new URL(url).port),
    app,
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

type Spoken = { reply: string; ms: number };

export function sendRawRequest(
  port: number,
  say: (write: (text: string | Buffer) => void) => Promise<void>,
) {
  const began = performance.now();
  return new Promise<Spoken>((resolve) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1', () => void say((text) => void socket.write(text)));
    socket.on('data', (chunk: Buffer) => {
      reply += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ reply, ms: performance.now() - began }));
  });
}

export const parseRawRefusal = ({ reply }: Spoken) => {
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), ...JSON.parse(body) };
};

const multipartBoundary = 'xxBOUNDARYxx';
export function buildUploadRequestHead({ student }: TestGroup, length: number | 'chunked') {
  const path = buildEndpointUrl(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
  });
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${student.caller.token}\r\nContent-Type: multipart/form-data; boundary=${multipartBoundary}\r\n${framing}\r\n\r\n`;
}
export const multipartFileHead = `--${multipartBoundary}\r\nContent-Disposition: form-data; name="file"; filename="t.pdf"\r\n\r\n`;
