import { describe, expect } from 'vitest';
import { sendRawRequest, startPortalOnPort } from '#server/test/faults/raw-connection.ts';
import { test } from '#server/test/portal.ts';

const post = 'POST /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';
const hidden = 'GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n';
const inChunks = `0\r\n\r\n${hidden}`;

/** Returns all status lines. A status line may directly follow the body of the previous reply, without a line break. */
const statusesIn = (replies: string) => replies.match(/HTTP\/1\.1 \d+/g);

describe('a request of ambiguous length', () => {
  test.for([
    ['with two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['with a length that has a sign', `Content-Length: +0\r\n\r\n${hidden}`],
    [
      'with a length and chunks',
      `Content-Length: ${inChunks.length}\r\nTransfer-Encoding: chunked\r\n\r\n${inChunks}`,
    ],
    ['in chunks and another coding', `Transfer-Encoding: chunked, identity\r\n\r\n${inChunks}`],
    ['in chunks without carriage returns', `Transfer-Encoding: chunked\r\n\r\n0\n\n${hidden}`],
    ['with a folded line', `X: y\r\n Content-Length: 0\r\n\r\n${hidden}`],
  ] as const)(
    'is rejected %s, and the bytes after it are not handled as a request',
    async ([, rest], { portal }) => {
      await using server = await startPortalOnPort(portal);
      const { reply } = await sendRawRequest(server.port, async (write) => write(`${post}${rest}`));
      expect(statusesIn(reply)).toEqual(['HTTP/1.1 400']);
    },
  );

  test('is distinguished from two valid pipelined requests, each of which receives its own reply', async ({
    portal,
  }) => {
    await using server = await startPortalOnPort(portal);
    const { reply } = await sendRawRequest(server.port, async (write) =>
      write(`${post}Content-Length: 2\r\n\r\n{}${hidden}`),
    );
    expect(statusesIn(reply)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });
});
