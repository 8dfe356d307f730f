import { formBoundary, formContentType } from './forms.ts';

export const hostileContentTypes: readonly string[] = [
  ...'text/plain application/xml application/x-www-form-urlencoded multipart/form-data'.split(' '),
  ...'APPLICATION/JSON application/jsonx application/problem+json json / ; */*'.split(' '),
  '',
  'application/json; charset=utf-16',
  'application/json;charset="utf-8',
  'application/json, text/html',
  'application/json; __proto__=x',
  ...['', '""', 'é', 'b'.repeat(5000), `${formBoundary}; boundary=x`].map(
    (value) => `multipart/form-data; boundary=${value}`,
  ),
  `multipart/mixed; boundary=${formBoundary}`,
  `application/json\r\nContent-Type: ${formContentType}`,
  `${formContentType}\r\nContent-Type: application/json`,
  `${'a'.repeat(2000)}/b`,
];

export const hostileHeaders: readonly string[] = [
  '',
  ...['gzip', 'deflate, br', 'x'].map((value) => `Content-Encoding: ${value}\r\n`),
  ...['bytes=0-0', 'bytes=-0', 'bytes=9-1,3-', 'bytes=99999999999999999999-'].map(
    (value) => `Range: ${value}\r\n`,
  ),
  ...['file=', '__proto__=x; =; ;;', 'a=b; '.repeat(500), 'a=%'].map(
    (value) => `Cookie: ${value}\r\n`,
  ),
  ...['Bearer', 'Basic YTpi', `Bearer ${'x'.repeat(3000)}`].map(
    (value) => `Authorization: ${value}\r\n`,
  ),
  ...['\xff\xfe', 'u'.repeat(8000)].map((value) => `User-Agent: ${value}\r\n`),
  'Accept: \r\n',
  'Accept: text/html;q=NaN\r\n',
  'Accept-Encoding: br;q=-1, *\r\n',
  'Expect: 100-continue\r\n',
  'Range: lines=1-2\r\nIf-Range: "x"\r\n',
  'If-None-Match: *\r\n',
  'If-Modified-Since: never\r\n',
  'X-Forwarded-For: not an address\r\n',
  'X-Forwarded-Proto: javascript\r\n',
  'Forwarded: for=x\r\n',
  'X-HTTP-Method-Override: DELETE\r\n',
  'Origin: null\r\n',
  'Accept-Version: 9\r\n',
  'TE: trailers\r\nTrailer: Authorization\r\n',
  'Content-Range: bytes 0-1/2\r\n',
];

export const hostilePathSegments: readonly string[] = [
  ...'% %0 %zz %00 %ff %c0%af %2e%2e%2f %252e .. . ;a=b * :groupId %E2%80%AE %ED%A0%80'.split(' '),
  ...'\' " ` {} | ^ \\ \u00e9 __proto__ constructor -1 0 null'.split(' '),
  '%0d%0aX:%20y',
  '',
  'x'.repeat(1020),
  'x'.repeat(1100),
  '%41'.repeat(600),
];

export const hostileQueries: readonly string[] = [
  ...'page=1&page=2 page[]=1 page=NaN&limit=1 page=1e9&limit=1e9 page=0 limit=-1 &&&==&'.split(' '),
  ...'__proto__[page]=1 constructor=1 q=% q=%00 q=%ff q[a][b]=1 page=%31 q=%25_%5C'.split(' '),
  ...'q=%27%20or%201=1 page=1.5&limit=2 bin=false bin=true&bin=true ? q=%ED%A0%80'.split(' '),
  `q=${'x'.repeat(5000)}`,
  'a=b&'.repeat(2000),
];
