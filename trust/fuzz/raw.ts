import type { SeededRandom } from '#trust/lib/random.ts';

const json = '{"email":"a@b.test","password":"x"}';
const post = 'POST /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';
const get = 'GET /api/auth/home HTTP/1.1\r\nHost: h\r\n';

/** Malformed and unusual requests: HTTP implementations may parse them differently or wait forever for more data. */
const shapes: readonly string[] = [
  // Request smuggling: two content lengths, or a content length and a chunked body.
  `${post}Content-Length: 0\r\nContent-Length: 35\r\n\r\n${json}`,
  `${post}Content-Length: 35\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get}\r\n`,
  `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n23\r\n${json}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding:\tchunked\r\n\r\n23\r\n${json}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Content-Length: +35\r\n\r\n${json}`,
  `${post}Content-Length: 0x23\r\n\r\n${json}`,
  `${post}Content-Length: -1\r\n\r\n${json}`,
  `${post}Content-Length: 99999999999999999999\r\n\r\n${json}`,
  `${post}Content-Length: 3 5\r\n\r\n${json}`,
  `${post}Content-Length: 35, 35\r\n\r\n${json}`,
  // Invalid and unusual chunk sizes.
  ...['zz', '-1', '0x23', '23;a=b', '23;"', 'ffffffffffffffff', '23 ', '\n23', '1ffffffff'].map(
    (size) => `${post}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${json}\r\n0\r\n\r\n`,
  ),
  `${post}Transfer-Encoding: chunked\r\n\r\n23;${'e'.repeat(40_000)}\r\n${json}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n23\r\n${json}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(2000)}0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n23\n${json}\n0\n\n`,
  // Invalid line endings, spaces and bytes.
  `${get.replaceAll('\r\n', '\n')}\n`,
  `${get.replaceAll('\r\n', '\r')}\r`,
  `${get} Folded: x\r\n\r\n`,
  `${get}X:\r\n folded\r\n\r\n`,
  `${get}X\u0000Y: z\r\n\r\n`,
  `${get}X: a\u0000b\r\n\r\n`,
  `${get}: no name\r\n\r\n`,
  `${get}No colon\r\n\r\n`,
  `\r\n\r\n\r\n${get}\r\n`,
  `${get}Host: other\r\n\r\n`,
  'GET /api/auth/home HTTP/1.1\r\n\r\n',
  'GET /api/auth/home HTTP/1.0\r\n\r\n',
  'GET /api/auth/home\r\n\r\n',
  ...['HTTP/2.0', 'HTTP/9.9', 'HTTP/1.', 'http/1.1', 'HTTP/1.1 x', ''].map(
    (version) => `GET / ${version}\r\nHost: h\r\n\r\n`,
  ),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ...[
    '*',
    'http://other.test/api/auth/home',
    '//other.test/',
    'h:80',
    '/\u00ff',
    '/ x',
    '/%',
    '/#',
  ].map((target) => `GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`),
  ...['CONNECT', 'TRACE', 'OPTIONS', 'PROPFIND', 'QUERY', 'PATCH', 'FOO', 'get', 'G\u0000T'].map(
    (method) => `${method} /api/auth/login HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n`,
  ),
  'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test\r\n\r\n',
  ...['websocket', 'h2c', 'TLS/1.0'].map(
    (to) =>
      `${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${to}\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  ),
  `${post}Expect: 100-continue\r\nContent-Length: 35\r\n\r\n${json}`,
  `${post}Expect: something\r\nContent-Length: 35\r\n\r\n${json}`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  // Oversized headers, paths and cookies.
  `${get}${'X: y\r\n'.repeat(5000)}\r\n`,
  `${get}X: ${'y'.repeat(200_000)}\r\n\r\n`,
  `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: h\r\n\r\n`,
  `${get}Cookie: ${'a=b; '.repeat(3000)}\r\n\r\n`,
  // Pipelined requests.
  `${get}\r\n`.repeat(20),
  `${post}Content-Length: 35\r\n\r\n${json}${get}\r\n`,
  `${get}Connection: close\r\n\r\n${get}\r\n`,
  `${get}\r\ngarbage\r\n\r\n`,
  // Incomplete requests.
  `${post}Content-Length: 3500\r\n\r\n${json}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n23\r\n${json}`,
  get,
  'G',
  '',
];

export const malformedRequestShapeCount = shapes.length;

/** Returns the entry of `shapes` with this index or, if there is none, a random mutation of an entry. */
export function buildMalformedRequest(number: number, random: SeededRandom): Buffer {
  const shape = shapes[number];
  if (shape !== undefined) return Buffer.from(shape, 'latin1');
  const bytes = Buffer.from(random.pick(shapes), 'latin1');
  const at = random.whole(0, Math.max(0, Math.min(bytes.length - 1, 300)));
  const rest = bytes.subarray(at);
  const separator = random.pick(['\r\n', '\n', '\0', ' ', '\t', ':']);
  const tails: readonly Buffer[][] = [
    [],
    [Buffer.from([random.whole(0, 255)]), rest.subarray(1)],
    [Buffer.from(separator), rest],
    [rest, Buffer.from(random.pick(shapes), 'latin1')],
  ];
  return Buffer.concat([bytes.subarray(0, at), ...random.pick(tails)]);
}
