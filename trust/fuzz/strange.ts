// What no browser would send: each list is picked from at random.

import { boundary, formType } from './forms.ts';

export const strangeTypes: readonly string[] = [
  ...['', 'text/plain', 'application/xml', 'application/x-www-form-urlencoded'],
  ...['multipart/form-data', 'application/json; charset=utf-16'],
  ...['application/json;charset="utf-8', 'application/json, text/html', 'APPLICATION/JSON'],
  ...['application/jsonx', 'application/problem+json', 'json', '/', ';', '*/*'],
  ...[`multipart/form-data; boundary=`, 'multipart/form-data; boundary=""'],
  `multipart/mixed; boundary=${boundary}`,
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  `multipart/form-data; boundary=${boundary}; boundary=x`,
  `application/json\r\nContent-Type: ${formType}`,
  ...[`${formType}\r\nContent-Type: application/json`, 'application/json; __proto__=x'],
  ...['multipart/form-data; boundary=é', `${'a'.repeat(2000)}/b`],
];

export const strangeHeaders: readonly string[] = [
  ...['', 'Content-Encoding: gzip\r\n', 'Content-Encoding: deflate, br\r\n'],
  ...['Content-Encoding: x\r\n', 'Accept: \r\n', 'Accept: text/html;q=NaN\r\n'],
  ...['Accept-Encoding: br;q=-1, *\r\n', 'Expect: 100-continue\r\n', 'Range: bytes=0-0\r\n'],
  ...['Range: bytes=-0\r\n', 'Range: bytes=9-1,3-\r\n', 'Range: lines=1-2\r\nIf-Range: "x"\r\n'],
  ...['Range: bytes=99999999999999999999-\r\n', 'If-None-Match: *\r\n'],
  ...['If-Modified-Since: never\r\n', 'Cookie: file=\r\n', 'Cookie: __proto__=x; =; ;;\r\n'],
  ...[`Cookie: ${'a=b; '.repeat(500)}\r\n`, 'Cookie: a=%\r\n', 'Authorization: Bearer\r\n'],
  ...['Authorization: Basic YTpi\r\n', `Authorization: Bearer ${'x'.repeat(3000)}\r\n`],
  ...['X-Forwarded-For: not an address\r\n', 'X-Forwarded-Proto: javascript\r\n'],
  ...['Forwarded: for=x\r\n', 'X-HTTP-Method-Override: DELETE\r\n', 'Origin: null\r\n'],
  ...['Accept-Version: 9\r\n', 'User-Agent: \xff\xfe\r\n', `User-Agent: ${'u'.repeat(8000)}\r\n`],
  ...['TE: trailers\r\nTrailer: Authorization\r\n', 'Content-Range: bytes 0-1/2\r\n'],
];

export const strangePieces: readonly string[] = [
  ...['%', '%0', '%zz', '%00', '%ff', '%c0%af', '%2e%2e%2f', '%252e', '%0d%0aX:%20y', '..', '.'],
  ...['', ';a=b', '*', ':groupId', '%E2%80%AE', '%ED%A0%80', "'", '"', '`', '{}', '|', '^', '\\'],
  ...['\u00e9', '__proto__', 'constructor'],
  'x'.repeat(1020),
  'x'.repeat(1100),
  '%41'.repeat(600),
  ...['-1', '0', 'null'],
];

export const strangeQueries: readonly string[] = [
  ...['page=1&page=2', 'page[]=1', 'page=NaN&limit=1', 'page=1e9&limit=1e9', 'page=0', 'limit=-1'],
  ...['&&&==&', '__proto__[page]=1', 'constructor=1', 'q=%', 'q=%00', 'q=%ff'],
  ...[`q=${'x'.repeat(5000)}`, 'q[a][b]=1', 'page=%31', 'q=%25_%5C', 'q=%27%20or%201=1'],
  ...['page=1.5&limit=2', 'bin=false', 'bin=true&bin=true', '?', 'q=%ED%A0%80'],
  `${'a=b&'.repeat(2000)}`,
];
